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
            const fn is_of_interface(&self) -> bool {
                matches!(self, Self::Hover | Self::Pick | Self::Back | Self::Refuse | Self::Commit)
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

/// Loudness in percent: of everything, and of each kind of sound beside that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volumes {
    /// Of everything.
    pub all: u32,
    /// Of wind and water.
    pub ambience: u32,
    /// Of what units do.
    pub effects: u32,
    /// Of presses and choices.
    pub interface: u32,
}

impl Volumes {
    #[cfg(any(feature = "sound", test))]
    const fn of(&self, sound: &Sound) -> u32 {
        if sound.is_of_interface() { self.interface } else { self.effects }
    }
}

/// Sound player; silent until [`Sounds::open`].
#[derive(Debug)]
pub struct Sounds {
    volumes: Volumes,
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
    /// Creates a player.
    #[must_use]
    pub const fn new(volumes: Volumes) -> Self {
        Self {
            volumes,
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
        self.set_volumes(self.volumes);
        self.set_ambience(self.ambience);
    }

    /// Sets the loudness.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
        #[cfg(feature = "sound")]
        self.tell(device::Order::Volumes(volumes));
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
        if self.volumes.all > 0 && self.volumes.of(&sound) > 0 {
            let names = [sound.name(), sound.otherwise()].map(str::to_owned);
            let (volume, pitch) = (self.volumes.of(&sound), PITCHES[self.played % PITCHES.len()]);
            self.tell(device::Order::Play { names, volume, pitch });
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
    fn presses_and_deeds_have_their_own_loudness() {
        let volumes = Volumes { all: 60, ambience: 1, effects: 20, interface: 30 };
        assert_eq!([Sound::Pick, Sound::Strike, Sound::Win].map(|sound| volumes.of(&sound)), [30, 20, 20]);
        assert_eq!(volumes.of(&Sound::Named("splash".to_owned(), Box::new(Sound::Hurt))), 20);
    }

    #[test]
    fn without_a_device_everything_plays_into_nothing() {
        let loud = Volumes { all: 250, ambience: 100, effects: 100, interface: 100 };
        let mut sounds = Sounds::new(loud);
        sounds.play(Sound::Cast);
        sounds.open();
        sounds.set_ambience(true);
        sounds.set_volumes(Volumes { all: 0, ..loud });
        for sound in Sound::MOMENTS {
            sounds.play(sound.clone());
        }
        sounds.set_volumes(loud);
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
