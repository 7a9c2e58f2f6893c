//! Colours in ImGui's format.

/// Red, green, blue and opacity, each from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Colour {
    /// Red.
    pub red: f32,
    /// Green.
    pub green: f32,
    /// Blue.
    pub blue: f32,
    /// Opacity.
    pub alpha: f32,
}

impl Colour {
    /// White, the neutral tint.
    pub const WHITE: Self = Self::new(1.0, 1.0, 1.0, 1.0);

    /// Creates a colour from its parts.
    #[must_use]
    pub const fn new(red: f32, green: f32, blue: f32, alpha: f32) -> Self {
        Self { red, green, blue, alpha }
    }

    /// Creates a colour from bytes.
    #[must_use]
    pub const fn bytes([red, green, blue]: [u8; 3], alpha: f32) -> Self {
        Self::new(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, alpha)
    }

    /// Creates a colour from a number such as `0xE8B559`.
    #[must_use]
    pub const fn hex(hex: u32, alpha: f32) -> Self {
        Self::bytes([(hex >> 16 & 0xff) as u8, (hex >> 8 & 0xff) as u8, (hex & 0xff) as u8], alpha)
    }

    /// Returns the colour with another opacity.
    #[must_use]
    pub const fn with_alpha(self, alpha: f32) -> Self {
        Self { alpha, ..self }
    }

    /// Returns an opaque mix with another colour; `share` is 0 for this colour and 1 for the other.
    #[must_use]
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Self::new(mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue), 1.0)
    }

    /// Returns a darker colour: each part multiplied by `share`.
    #[must_use]
    pub fn dimmed(self, share: f32) -> Self {
        Self::new(self.red * share, self.green * share, self.blue * share, self.alpha)
    }

    /// Returns the parts as an array.
    #[must_use]
    pub const fn array(self) -> [f32; 4] {
        [self.red, self.green, self.blue, self.alpha]
    }
}

impl From<[f32; 4]> for Colour {
    fn from([red, green, blue, alpha]: [f32; 4]) -> Self {
        Self::new(red, green, blue, alpha)
    }
}

impl From<Colour> for imgui::ImColor32 {
    fn from(colour: Colour) -> Self {
        Self::from(colour.array())
    }
}

impl From<Colour> for mint::Vector4<f32> {
    fn from(colour: Colour) -> Self {
        Self::from(colour.array())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_same_however_it_is_written() {
        assert_eq!(Colour::hex(0xff_80_00, 0.5), Colour::bytes([255, 128, 0], 0.5));
        assert_eq!(Colour::WHITE.with_alpha(0.0).towards(Colour::hex(0, 1.0), 1.0), Colour::hex(0, 1.0));
        assert_eq!(Colour::from(Colour::WHITE.dimmed(0.5).array()), Colour::new(0.5, 0.5, 0.5, 1.0));
    }
}
