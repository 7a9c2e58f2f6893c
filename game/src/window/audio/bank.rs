//! Sounds as text. A pack's `art/sounds.txt` replaces the game's sounds and adds `surfaces/NAME` and `units/NAME`. A
//! line `= NAME LOUDNESS` starts a sound; tone lines have a wave (`sine`, `triangle`, `square`, `air`), a pitch in Hz,
//! and options such as `to 90 lasts 0.4 fades 3`. `;` starts a comment line.

use super::synth::{self, Tone, air, sine, square, triangle};
use std::collections::BTreeMap;

const BUILT_IN: &str = include_str!("sounds.txt");
const MOST: usize = 256;
const MOST_TONES: usize = 16;
/// Maximum length of a tone in seconds.
const LONGEST: f32 = 2.5;

#[derive(Clone, Debug)]
struct Patch {
    level: f32,
    tones: Vec<Tone>,
}

#[derive(Clone, Debug)]
pub(super) struct Bank(BTreeMap<String, Patch>);

impl Bank {
    pub(super) fn read(text: &str) -> (Self, Vec<String>) {
        let (mut bank, mut faults) = (Self(BTreeMap::new()), Vec::new());
        bank.add(BUILT_IN, &mut faults);
        bank.add(text, &mut faults);
        (bank, faults)
    }

    fn add(&mut self, text: &str, faults: &mut Vec<String>) {
        let mut name = None;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            let mut fault = |words: String| faults.push(format!("{}: {words}", number + 1));
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if let Some(heading) = line.strip_prefix('=') {
                let level = heading.trim().rsplit_once(' ').map(|(name, level)| (name.trim(), level.parse::<f32>()));
                name = match level {
                    Some((called, Ok(level))) if level.is_finite() && self.0.len() < MOST => {
                        self.0.insert(called.to_owned(), Patch { level: level.clamp(0.0, 1.0), tones: Vec::new() });
                        Some(called.to_owned())
                    }
                    _ => {
                        fault(format!("write a name and a loudness from 0 to 1, not `{}`", heading.trim()));
                        None
                    }
                };
                continue;
            }
            let Some(patch) = name.as_ref().and_then(|name| self.0.get_mut(name)) else { continue };
            match tone(line) {
                Some(tone) if patch.tones.len() < MOST_TONES => patch.tones.push(tone),
                Some(_) => fault(format!("a sound has at most {MOST_TONES} tones")),
                None => fault(format!("`{line}` is not a tone")),
            }
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn samples(&self, name: &str) -> Option<Vec<f32>> {
        let patch = self.0.get(name).filter(|patch| !patch.tones.is_empty())?;
        Some(synth::render(&patch.tones, patch.level))
    }
}

fn tone(line: &str) -> Option<Tone> {
    let mut words = line.split_whitespace();
    let wave = words.next()?;
    let mut number = |most: f32| -> Option<f32> {
        let number: f32 = words.next()?.parse().ok()?;
        (0.0..=most).contains(&number).then_some(number)
    };
    let pitch = number(20_000.0)?;
    let mut tone = match wave {
        "sine" => sine(pitch),
        "triangle" => triangle(pitch),
        "square" => square(pitch),
        "air" => air(pitch),
        _ => return None,
    };
    let mut words = line.split_whitespace().skip(2);
    while let Some(said) = words.next() {
        let mut number = |most: f32| -> Option<f32> {
            let number: f32 = words.next()?.parse().ok()?;
            (0.0..=most).contains(&number).then_some(number)
        };
        tone = match said {
            "to" => tone.to(number(20_000.0)?),
            "at" => tone.at(number(LONGEST)?),
            "lasts" => tone.lasts(number(LONGEST)?),
            "rises" => tone.rises(number(LONGEST)?),
            "fades" => tone.fades(number(20.0)?),
            "loud" => tone.loud(number(10.0)?),
            "below" => tone.below(number(20_000.0)?, number(20_000.0)?),
            "above" => tone.above(number(20_000.0)?),
            "trembles" => tone.trembles(number(100.0)?, number(1.0)?),
            _ => return None,
        };
    }
    Some(tone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::audio::Sound;

    fn vigil() -> (Bank, Vec<String>) {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil/art/sounds.txt");
        Bank::read(&std::fs::read_to_string(file).expect("it has sounds"))
    }

    #[test]
    fn every_moment_has_a_sound_and_the_shipped_files_are_without_fault() {
        let (bank, faults) = vigil();
        let units = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil/units");
        assert_eq!(faults, Vec::<String>::new());
        for sound in Sound::MOMENTS {
            assert!(
                Bank::read("").0.samples(sound.name()).is_some() && bank.samples(sound.name()).is_some(),
                "{sound:?}"
            );
        }
        assert!(bank.samples("surfaces/fire").is_some() && Bank::read("").0.samples("surfaces/fire").is_none());
        for unit in std::fs::read_dir(units).expect("it has units").flatten() {
            let name = unit.path().with_extension("");
            let name = name.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            assert!(name == "bomb" || bank.samples(&format!("units/{name}")).is_some(), "{name} dies as others do");
        }
        let louder = Bank::read("= win 0.9\nsine 440\n").0;
        assert!(louder.samples("win") != bank.samples("win"), "a pack may have its own of the game's");
    }

    #[test]
    fn what_is_no_sound_is_told_with_its_line() {
        let (bank, faults) = Bank::read("= x 0.5\nsine 440 lasts 99\nsin 3\n= loud\n\nair 400 to 90 fades 3\n");
        assert_eq!(
            faults,
            [
                "2: `sine 440 lasts 99` is not a tone",
                "3: `sin 3` is not a tone",
                "4: write a name and a loudness from 0 to 1, not `loud`"
            ]
        );
        assert!(bank.samples("x").is_none() && bank.samples("nothing").is_none());
    }

    #[test]
    fn every_sound_is_heard_soft_short_and_ends_in_silence() {
        for bank in [Bank::read("").0, vigil().0] {
            for sound in bank.names() {
                let samples = bank.samples(sound).expect("it has tones");
                let seconds = samples.len() as f32 / synth::RATE as f32;
                assert!((0.03..2.5).contains(&seconds), "{sound} lasts {seconds} s");
                assert!(samples.iter().all(|sample| sample.is_finite() && sample.abs() <= 1.0), "{sound} clips");
                let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
                assert!(loudest >= 0.09, "{sound} is silent");
                let end = &samples[samples.len() - 64..];
                assert!(end.iter().all(|sample| sample.abs() < 0.01), "{sound} ends with a click");
                assert!(samples[0].abs() < 0.02, "{sound} begins with a click");
            }
        }
    }

    #[test]
    fn nothing_is_shrill() {
        for bank in [Bank::read("").0, vigil().0] {
            for sound in bank.names() {
                let samples = bank.samples(sound).expect("it has tones");
                let crossings = samples.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count();
                let pitch = crossings as f32 * synth::RATE as f32 / samples.len() as f32 / 2.0;
                assert!(pitch < 2_200.0, "{sound} is at {pitch} Hz");
            }
        }
    }
}
