//! The twelve ability clips of document 001: the motion of a figure that uses an action.

/// A pose within a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Movement to the target, in cell edges.
    pub towards: f32,
    /// Height above ground, in cell edges.
    pub lift: f32,
    /// Scale of width and height.
    pub size: (f32, f32),
    /// Lean to the target, as a share of the height.
    pub lean: f32,
}

/// A clip: poses at equal intervals.
#[derive(Debug)]
pub struct Clip {
    /// Name.
    pub name: &'static str,
    /// Duration in seconds.
    pub lasts: f32,
    /// Frames of the sheet; the first existing one is used.
    pub frames: &'static [&'static str],
    poses: &'static [Pose],
}

const fn pose(towards: f32, lift: f32, wide: f32, high: f32, lean: f32) -> Pose {
    Pose { towards, lift, size: (wide, high), lean }
}

const REST: Pose = pose(0.0, 0.0, 1.0, 1.0, 0.0);
const ACT: &[&str] = &["act"];
const OTHER: &[&str] = &["act2", "act"];

const fn clip(name: &'static str, lasts: f32, frames: &'static [&'static str], poses: &'static [Pose]) -> Clip {
    Clip { name, lasts, frames, poses }
}

const CLIPS: [Clip; 12] = [
    clip("step", 0.30, ACT, &[REST, pose(0.10, 0.04, 1.0, 1.03, 0.05), REST]),
    clip("strike", 0.42, ACT, &[REST, pose(-0.12, 0.0, 1.0, 0.96, -0.10), pose(0.42, 0.02, 1.04, 1.0, 0.18), REST]),
    clip("shove", 0.48, ACT, &[REST, pose(-0.10, 0.0, 1.06, 0.92, -0.06), pose(0.36, 0.0, 1.08, 0.95, 0.22), REST]),
    clip("trade", 0.45, ACT, &[REST, pose(0.0, 0.10, 0.9, 1.1, 0.0), pose(0.15, 0.05, 1.0, 1.0, 0.1), REST]),
    clip("guard", 0.50, OTHER, &[REST, pose(0.0, 0.0, 1.08, 0.90, 0.0), pose(0.0, 0.0, 1.04, 0.95, 0.0), REST]),
    clip("cast", 0.55, OTHER, &[REST, pose(0.0, 0.06, 0.97, 1.05, -0.04), pose(0.05, 0.12, 0.96, 1.08, 0.04), REST]),
    clip("throw", 0.50, ACT, &[REST, pose(-0.14, 0.0, 1.02, 0.95, -0.18), pose(0.16, 0.06, 1.0, 1.04, 0.2), REST]),
    clip("gale", 0.60, OTHER, &[REST, pose(-0.08, 0.02, 1.0, 1.0, -0.12), pose(0.10, 0.02, 1.06, 0.98, 0.14), REST]),
    clip("dart", 0.36, OTHER, &[REST, pose(0.0, 0.0, 1.2, 0.75, 0.0), pose(0.25, 0.15, 0.8, 1.2, 0.2), REST]),
    clip(
        "toll",
        0.60,
        OTHER,
        &[
            REST,
            pose(-0.05, 0.0, 1.0, 1.0, -0.2),
            pose(0.05, 0.0, 1.0, 1.0, 0.2),
            pose(-0.03, 0.0, 1.0, 1.0, -0.1),
            REST,
        ],
    ),
    clip("burst", 0.50, ACT, &[REST, pose(0.0, 0.0, 0.85, 1.15, 0.0), pose(0.0, 0.06, 1.25, 1.2, 0.0), REST]),
    clip("rest", 0.25, &["idle2"], &[REST, pose(0.0, 0.0, 1.03, 0.96, 0.0), REST]),
];

/// Returns clip 1 to 12; other numbers give the first.
#[must_use]
pub fn clip_of(number: u8) -> &'static Clip {
    &CLIPS[usize::from(number.clamp(1, 12)) - 1]
}

impl Clip {
    /// Returns the pose at a share of the duration, 0 to 1.
    #[must_use]
    pub fn at(&self, share: f32) -> Pose {
        let last = self.poses.len() - 1;
        let place = share.clamp(0.0, 1.0) * last as f32;
        let from = (place as usize).min(last.saturating_sub(1));
        let (a, b) = (self.poses[from], self.poses[(from + 1).min(last)]);
        let t = place - from as f32;
        let t = t * t * (3.0 - 2.0 * t);
        let mix = |a: f32, b: f32| a + (b - a) * t;
        Pose {
            towards: mix(a.towards, b.towards),
            lift: mix(a.lift, b.lift),
            size: (mix(a.size.0, b.size.0), mix(a.size.1, b.size.1)),
            lean: mix(a.lean, b.lean),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clip_begins_and_ends_at_rest() {
        for number in 0..=13 {
            let clip = clip_of(number);
            assert_eq!((clip.at(0.0), clip.at(1.0)), (REST, REST), "{}", clip.name);
            assert!(clip.lasts > 0.1 && clip.lasts < 1.0);
        }
    }
}
