//! Sound, all of it made by code: one line a sound, rendered when the device opens. Without a device, or without the
//! feature `sound`, everything plays into nothing.

#[cfg(feature = "sound")]
mod device;
#[cfg(any(feature = "sound", test))]
mod synth;

#[cfg(any(feature = "sound", test))]
use synth::{Tone, air, sine, square, triangle};

macro_rules! sounds {
    ($($sound:ident $level:literal $words:literal [$($tone:expr),+ $(,)?];)+) => {
        /// What can be heard.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Sound { $(#[doc = $words] $sound),+ }

        #[cfg(any(feature = "sound", test))]
        impl Sound {
            /// Every sound.
            const ALL: &[Self] = &[$(Self::$sound),+];

            /// Its samples.
            fn samples(self) -> Vec<f32> {
                let (tones, level): (&[Tone], f32) = match self { $(Self::$sound => (&[$($tone),+], $level)),+ };
                synth::render(tones, level)
            }
        }
    };
}

// Name, how loud at the loudest, what one should hear, and the tones. Pitches are of A minor without its second and
// sixth, so that sounds at one time sound well; what leaves it wants to be heard as wrong.
sounds! {
    Hover 0.10 "A tick." [triangle(587.0).lasts(0.05).below(1800.0, 900.0)];
    Pick 0.28 "A wooden drop, going up." [
        triangle(392.0).lasts(0.09).below(2400.0, 900.0), sine(587.0).at(0.045).lasts(0.15).loud(0.8),
    ];
    Back 0.24 "The same, going down." [
        triangle(440.0).lasts(0.08).below(2000.0, 900.0), sine(294.0).at(0.045).lasts(0.14).loud(0.8),
    ];
    Refuse 0.26 "Two short hums." [
        square(147.0).lasts(0.10).below(600.0, 400.0).fades(2.0),
        square(131.0).at(0.12).lasts(0.14).below(600.0, 300.0).fades(2.5),
    ];
    Step 0.22 "A boot on stone." [
        air(700.0).to(250.0).lasts(0.07).fades(5.0), sine(120.0).to(70.0).lasts(0.07).loud(0.8),
    ];
    Strike 0.50 "A blade, then what it meets." [
        air(3200.0).to(500.0).above(300.0).lasts(0.16).fades(5.0).loud(1.6),
        triangle(230.0).to(85.0).lasts(0.15).loud(0.8), sine(1180.0).lasts(0.12).loud(0.08),
    ];
    Hurt 0.48 "A dull blow." [
        triangle(196.0).to(98.0).lasts(0.26).below(1200.0, 300.0), air(800.0).to(200.0).lasts(0.12).loud(1.2),
    ];
    Push 0.40 "Something heavy slides." [
        air(280.0).to(900.0).lasts(0.26).rises(0.06).fades(2.0).loud(1.6),
        sine(80.0).to(120.0).lasts(0.24).rises(0.04).fades(2.0).loud(0.5),
    ];
    Bump 0.75 "A low thud." [sine(98.0).to(42.0).lasts(0.34).fades(5.0), air(300.0).to(120.0).lasts(0.11).loud(1.2)];
    Fire 0.40 "It catches, and crackles." [
        air(300.0).to(1100.0).lasts(0.55).rises(0.12).fades(2.5).loud(1.4),
        air(2600.0).above(900.0).lasts(0.6).rises(0.08).fades(2.0).loud(0.5).trembles(23.0, 0.95),
    ];
    Water 0.38 "Drops, and a wash." [
        air(900.0).to(400.0).lasts(0.45).rises(0.05).fades(3.0), sine(330.0).to(540.0).lasts(0.10).loud(0.35),
        sine(410.0).to(700.0).at(0.10).lasts(0.09).loud(0.28), sine(290.0).to(470.0).at(0.20).lasts(0.11).loud(0.22),
    ];
    Ice 0.26 "Thin ice, ringing." [
        sine(1319.0).lasts(0.5).fades(6.0).loud(0.6), sine(1568.0).at(0.05).lasts(0.5).fades(6.0).loud(0.45),
        sine(1976.0).at(0.09).lasts(0.4).fades(7.0).loud(0.25), air(2400.0).above(1200.0).lasts(0.06).loud(0.5),
    ];
    Throw 0.34 "A swing through the air." [
        air(500.0).to(1700.0).above(250.0).lasts(0.24).rises(0.09).fades(2.0),
        sine(196.0).to(330.0).lasts(0.2).rises(0.06).loud(0.10),
    ];
    Cast 0.36 "A chime of glass." [
        sine(880.0).lasts(1.1).fades(5.0), sine(1320.0).at(0.03).lasts(0.9).fades(5.5).loud(0.5),
        sine(2429.0).lasts(0.5).fades(7.0).loud(0.12),
        sine(440.0).rises(0.05).lasts(1.2).fades(4.0).loud(0.5).trembles(5.0, 0.3),
    ];
    Stun 0.32 "A bell that wavers." [
        sine(523.0).lasts(0.6).fades(3.0).trembles(9.0, 0.8),
        sine(494.0).lasts(0.6).fades(3.0).loud(0.7).trembles(7.0, 0.8),
    ];
    Turn 0.28 "A hinge." [
        triangle(294.0).to(440.0).lasts(0.12).below(1500.0, 900.0),
        triangle(440.0).to(330.0).at(0.12).lasts(0.16).below(1400.0, 600.0),
    ];
    Shield 0.36 "A warm rim around one." [
        sine(220.0).rises(0.08).lasts(0.6).fades(3.0), sine(330.0).rises(0.10).lasts(0.6).fades(3.0).loud(0.6),
        sine(660.0).rises(0.02).lasts(0.5).fades(5.0).loud(0.25),
    ];
    Heal 0.32 "Up, gently." [
        sine(330.0).lasts(0.5), sine(440.0).at(0.09).lasts(0.5).loud(0.9), sine(587.0).at(0.18).lasts(0.5).loud(0.8),
        sine(880.0).at(0.27).lasts(0.6).loud(0.4),
    ];
    Spawn 0.42 "Out of the dark." [
        sine(73.0).to(147.0).rises(0.2).lasts(0.55).fades(1.5),
        air(240.0).to(700.0).rises(0.25).lasts(0.5).fades(1.5).loud(0.9),
    ];
    Burst 0.80 "A boom that rolls away." [
        air(1900.0).to(110.0).lasts(0.9).fades(4.5).loud(2.2), sine(84.0).to(30.0).lasts(0.8).fades(4.0),
        air(500.0).to(150.0).at(0.15).lasts(0.8).loud(0.9).trembles(11.0, 0.5),
    ];
    Death 0.55 "A fall, and breath." [
        triangle(220.0).to(73.0).lasts(0.9).below(1200.0, 200.0).fades(3.0),
        air(600.0).to(120.0).at(0.12).rises(0.1).lasts(0.9).fades(3.0).loud(1.3),
        sine(65.0).to(41.0).at(0.3).lasts(0.5).loud(0.7),
    ];
    LanternOut 0.45 "A flame blown out, and one tone less." [
        air(1400.0).to(200.0).lasts(0.35).fades(4.0).loud(1.2),
        sine(659.0).to(640.0).at(0.08).lasts(1.0).fades(3.5).loud(0.5),
        sine(311.0).to(294.0).at(0.30).rises(0.1).lasts(1.3).fades(3.0).loud(0.6),
    ];
    RoundBegins 0.38 "The watch is rung." [
        sine(220.0).lasts(1.8).fades(5.0), sine(526.0).lasts(1.1).fades(6.0).loud(0.4),
        sine(330.0).lasts(1.4).fades(5.0).loud(0.35), sine(1188.0).lasts(0.4).fades(7.0).loud(0.08),
    ];
    Commit 0.46 "Let it come." [
        sine(110.0).to(73.0).lasts(0.3), triangle(220.0).at(0.02).lasts(0.5).below(900.0, 400.0).loud(0.5),
        sine(330.0).at(0.10).rises(0.03).lasts(0.6).loud(0.4),
    ];
    Win 0.46 "The lanterns burn." [
        sine(220.0).lasts(1.9).fades(3.0), sine(330.0).at(0.18).lasts(1.8).fades(3.0).loud(0.8),
        sine(440.0).at(0.36).lasts(1.7).fades(3.0).loud(0.8), sine(587.0).at(0.54).lasts(0.5).loud(0.5),
        sine(659.0).at(0.72).lasts(1.5).fades(3.0).loud(0.7), sine(1319.0).at(0.72).lasts(0.9).fades(5.0).loud(0.15),
    ];
    Lose 0.46 "The dark comes in." [
        triangle(220.0).rises(0.05).lasts(0.9).below(900.0, 400.0),
        triangle(196.0).at(0.5).rises(0.05).lasts(0.9).below(800.0, 300.0),
        triangle(147.0).at(1.0).rises(0.06).lasts(1.4).below(700.0, 150.0).fades(2.5),
        air(260.0).to(90.0).at(0.9).rises(0.4).lasts(1.5).fades(1.0).loud(0.8),
    ];
}

/// What plays sounds. Nothing is heard before [`Sounds::open`], so tests stay quiet.
#[derive(Debug)]
pub struct Sounds {
    volume: u32,
    ambience: bool,
    /// Counts what was played, so that the same sound twice is not quite the same.
    played: usize,
    #[cfg(feature = "sound")]
    device: Option<device::Device>,
}

/// By how much the pitch of one sound differs from the next, as factors.
#[cfg(any(feature = "sound", test))]
const PITCHES: [f32; 7] = [1.0, 0.975, 1.02, 0.99, 1.03, 0.965, 1.01];

impl Sounds {
    /// Sounds at a loudness in per cent.
    #[must_use]
    pub const fn new(volume: u32) -> Self {
        Self {
            volume,
            ambience: false,
            played: 0,
            #[cfg(feature = "sound")]
            device: None,
        }
    }

    /// Opens the audio device beside what goes on, without waiting for it. Where there is none, nothing is heard.
    pub fn open(&mut self) {
        #[cfg(feature = "sound")]
        {
            self.device = device::Device::open();
        }
        self.set_volume(self.volume);
        self.set_ambience(self.ambience);
    }

    /// Sets the loudness in per cent.
    pub fn set_volume(&mut self, volume: u32) {
        self.volume = volume.min(100);
        #[cfg(feature = "sound")]
        self.tell(device::Order::Volume(self.volume));
    }

    /// Lets wind and water be heard in the background, or not.
    pub fn set_ambience(&mut self, on: bool) {
        self.ambience = on;
        #[cfg(feature = "sound")]
        self.tell(device::Order::Ambience(on));
    }

    /// Plays a sound. Its pitch varies a little, in a fixed order.
    pub fn play(&mut self, sound: Sound) {
        self.played = self.played.wrapping_add(1);
        #[cfg(feature = "sound")]
        if self.volume > 0 {
            self.tell(device::Order::Play(sound, PITCHES[self.played % PITCHES.len()]));
        }
        #[cfg(not(feature = "sound"))]
        let _ = sound;
    }

    #[cfg(feature = "sound")]
    fn tell(&mut self, order: device::Order) {
        // A device that is gone stays gone until the next start.
        if self.device.as_ref().is_some_and(|device| !device.tell(order)) {
            self.device = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_heard_soft_short_and_ends_in_silence() {
        for &sound in Sound::ALL {
            let samples = sound.samples();
            let seconds = samples.len() as f32 / synth::RATE as f32;
            assert!((0.03..2.5).contains(&seconds), "{sound:?} lasts {seconds} s");
            assert!(samples.iter().all(|sample| sample.is_finite() && sample.abs() <= 1.0), "{sound:?} clips");
            let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
            assert!(loudest >= 0.09, "{sound:?} is silent");
            let end = &samples[samples.len() - 64..];
            assert!(end.iter().all(|sample| sample.abs() < 0.01), "{sound:?} ends with a click");
            assert!(samples[0].abs() < 0.02, "{sound:?} begins with a click");
        }
    }

    #[test]
    fn nothing_is_shrill() {
        // How often samples cross zero says where most of a sound is; a whistle would be far above this.
        for &sound in Sound::ALL {
            let samples = sound.samples();
            let crossings = samples.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count();
            let pitch = crossings as f32 * synth::RATE as f32 / samples.len() as f32 / 2.0;
            assert!(pitch < 2_200.0, "{sound:?} is at {pitch} Hz");
        }
    }

    #[test]
    fn without_a_device_everything_plays_into_nothing() {
        let mut sounds = Sounds::new(250);
        sounds.play(Sound::Cast);
        sounds.open();
        sounds.set_ambience(true);
        sounds.set_volume(0);
        for &sound in Sound::ALL {
            sounds.play(sound);
        }
        sounds.set_volume(100);
        sounds.play(Sound::Bump);
    }

    #[test]
    fn pitches_differ_by_little() {
        assert!(PITCHES.iter().all(|pitch| (0.95..=1.05).contains(pitch)));
    }
}
