//! Sound, synthesised from text. Without a device, or without the feature `sound`, nothing is heard.

#[cfg(any(feature = "sound", test))]
mod bank;
#[cfg(feature = "sound")]
mod device;
#[cfg(any(feature = "sound", test))]
mod synth;

#[cfg(feature = "sound")]
pub(crate) fn faults(text: &str) -> Vec<String> {
    bank::Bank::read(text).1
}

macro_rules! moments {
    ($($sound:ident $name:literal $words:literal;)+) => {
        /// A sound.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Sound {
            $(#[doc = $words] $sound,)+
            /// A pack's sound by name, and the fallback if it is missing.
            Named(String, Box<Self>),
        }

        impl Sound {
            #[cfg(test)]
            const MOMENTS: &[Self] = &[$(Self::$sound),+];

            /// Returns its name in sound texts.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$sound => $name,)+
                    Self::Named(name, _) => name,
                }
            }

            #[cfg(any(feature = "sound", test))]
            fn otherwise(&self) -> &str {
                match self {
                    Self::Named(_, otherwise) => otherwise.otherwise(),
                    moment => moment.name(),
                }
            }
        }
    };
}

moments! {
    Hover "hover" "The cursor is over another target.";
    Pick "pick" "An action or target is chosen.";
    Back "back" "A choice is cancelled.";
    Refuse "refuse" "An input is refused.";
    Step "step" "A step.";
    Strike "strike" "A blow.";
    Hurt "hurt" "A unit takes damage.";
    Push "push" "A unit moves.";
    Bump "bump" "Two units collide.";
    Surface "surface" "The ground changes.";
    Throw "throw" "A projectile is thrown.";
    Cast "cast" "A ranged effect starts.";
    Stun "stun" "A unit is stunned.";
    Turn "turn" "An attack is turned.";
    Shield "shield" "A unit gains a shield.";
    Heal "heal" "A unit is healed.";
    Spawn "spawn" "A unit appears.";
    Burst "burst" "A delayed effect starts.";
    Death "death" "A unit dies.";
    Loss "loss" "A loss is counted.";
    RoundBegins "round-begins" "A battle begins.";
    Commit "commit" "A round is played.";
    Win "win" "The battle is won.";
    Lose "lose" "The battle is lost.";
}

/// Sound player; silent until [`Sounds::open`].
#[derive(Debug)]
pub struct Sounds {
    volume: u32,
    ambience: bool,
    played: usize,
    #[cfg(feature = "sound")]
    bank: String,
    #[cfg(feature = "sound")]
    device: Option<device::Device>,
}

#[cfg(any(feature = "sound", test))]
const PITCHES: [f32; 7] = [1.0, 0.975, 1.02, 0.99, 1.03, 0.965, 1.01];

impl Sounds {
    /// Creates a player with a loudness in percent.
    #[must_use]
    pub const fn new(volume: u32) -> Self {
        Self {
            volume,
            ambience: false,
            played: 0,
            #[cfg(feature = "sound")]
            bank: String::new(),
            #[cfg(feature = "sound")]
            device: None,
        }
    }

    /// Opens the audio device in the background. Without a device, stays silent.
    pub fn open(&mut self) {
        #[cfg(feature = "sound")]
        {
            self.device = device::Device::open();
            self.tell(device::Order::Bank(self.bank.clone()));
        }
        self.set_volume(self.volume);
        self.set_ambience(self.ambience);
    }

    /// Sets the loudness in percent.
    pub fn set_volume(&mut self, volume: u32) {
        self.volume = volume.min(100);
        #[cfg(feature = "sound")]
        self.tell(device::Order::Volume(self.volume));
    }

    /// Enables or disables the ambience of wind and water.
    pub fn set_ambience(&mut self, on: bool) {
        self.ambience = on;
        #[cfg(feature = "sound")]
        self.tell(device::Order::Ambience(on));
    }

    /// Plays a sound with slight pitch variation, in a fixed order.
    pub fn play(&mut self, sound: Sound) {
        self.played = self.played.wrapping_add(1);
        #[cfg(feature = "sound")]
        if self.volume > 0 {
            let names = [sound.name(), sound.otherwise()].map(str::to_owned);
            self.tell(device::Order::Play(names, PITCHES[self.played % PITCHES.len()]));
        }
        #[cfg(not(feature = "sound"))]
        let _ = sound;
    }

    /// Sets the pack's sounds text.
    pub fn set_bank(&mut self, text: &str) {
        #[cfg(feature = "sound")]
        {
            text.clone_into(&mut self.bank);
            self.tell(device::Order::Bank(text.to_owned()));
        }
        #[cfg(not(feature = "sound"))]
        let _ = text;
    }

    #[cfg(feature = "sound")]
    fn tell(&mut self, order: device::Order) {
        if self.device.as_ref().is_some_and(|device| device.tell(order).is_err()) {
            self.device = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_device_everything_plays_into_nothing() {
        let mut sounds = Sounds::new(250);
        sounds.play(Sound::Cast);
        sounds.open();
        sounds.set_ambience(true);
        sounds.set_volume(0);
        for sound in Sound::MOMENTS {
            sounds.play(sound.clone());
        }
        sounds.set_volume(100);
        sounds.play(Sound::Bump);
    }

    #[test]
    fn pitches_differ_by_little() {
        assert!(PITCHES.iter().all(|pitch| (0.95..=1.05).contains(pitch)));
    }

    #[test]
    fn what_a_pack_has_no_sound_for_sounds_as_its_moment() {
        let named = |name: &str, moment| Sound::Named(name.to_owned(), Box::new(moment));
        let dies = named("units/rat", Sound::Death);
        assert_eq!((dies.name(), dies.otherwise()), ("units/rat", "death"));
        assert_eq!(named("a", named("b", Sound::Surface)).otherwise(), "surface");
        assert_eq!(Sound::Win.otherwise(), "win");
    }
}
