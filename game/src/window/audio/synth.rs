//! The synthesiser: a sound is a sum of tones, each a wave with a pitch slide, an envelope and two filters.
//! Deterministic.

use std::f32::consts::TAU;

pub(super) const RATE: u32 = 44_100;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wave {
    Sine,
    Triangle,
    Square,
    Noise,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Tone {
    wave: Wave,
    pitch: (f32, f32),
    starts: f32,
    lasts: f32,
    rises: f32,
    /// Decay exponent.
    decay: f32,
    gain: f32,
    /// Low-pass frequency at begin and end, in Hz.
    low: (f32, f32),
    /// High-pass frequency in Hz.
    high: f32,
    /// Tremolo rate in Hz, and its depth.
    trembles: (f32, f32),
}

const fn tone(wave: Wave, pitch: f32) -> Tone {
    Tone {
        wave,
        pitch: (pitch, pitch),
        starts: 0.0,
        lasts: 0.2,
        rises: 0.004,
        decay: 4.0,
        gain: 1.0,
        low: (20_000.0, 20_000.0),
        high: 0.0,
        trembles: (0.0, 0.0),
    }
}

pub(super) const fn sine(pitch: f32) -> Tone {
    tone(Wave::Sine, pitch)
}

pub(super) const fn triangle(pitch: f32) -> Tone {
    tone(Wave::Triangle, pitch)
}

pub(super) const fn square(pitch: f32) -> Tone {
    tone(Wave::Square, pitch)
}

pub(super) const fn air(below: f32) -> Tone {
    tone(Wave::Noise, 1.0).below(below, below)
}

impl Tone {
    pub(super) const fn to(self, pitch: f32) -> Self {
        match self.wave {
            Wave::Noise => self.below(self.low.0, pitch),
            _ => Self { pitch: (self.pitch.0, pitch), ..self },
        }
    }

    pub(super) const fn at(self, starts: f32) -> Self {
        Self { starts, ..self }
    }

    pub(super) const fn lasts(self, lasts: f32) -> Self {
        Self { lasts, ..self }
    }

    pub(super) const fn rises(self, rises: f32) -> Self {
        Self { rises, ..self }
    }

    pub(super) const fn fades(self, decay: f32) -> Self {
        Self { decay, ..self }
    }

    pub(super) const fn loud(self, gain: f32) -> Self {
        Self { gain, ..self }
    }

    pub(super) const fn below(self, from: f32, to: f32) -> Self {
        Self { low: (from, to), ..self }
    }

    pub(super) const fn above(self, high: f32) -> Self {
        Self { high, ..self }
    }

    pub(super) const fn trembles(self, times: f32, depth: f32) -> Self {
        Self { trembles: (times, depth), ..self }
    }

    fn lay(&self, samples: &mut [f32], rate: f32, seed: u32) {
        let (first, count) = ((self.starts * rate) as usize, (self.lasts * rate) as usize);
        let step = 1.0 / rate;
        let (mut phase, mut noise) = (0.0f32, Noise(seed));
        let (mut smooth, mut smoother, mut base) = (0.0f32, 0.0f32, 0.0f32);
        let soft = |pitch: f32| 1.0 - (-TAU * pitch * step).exp();
        let open = self.low.0.max(self.low.1) < 18_000.0;
        let bottom = soft(self.high);
        for (index, sample) in samples.iter_mut().skip(first).take(count).enumerate() {
            let time = index as f32 * step;
            let share = time / self.lasts;
            let between = |(from, to): (f32, f32)| from + (to - from) * share;
            phase = (phase + between(self.pitch) * step).fract();
            let raw = match self.wave {
                Wave::Sine => (TAU * phase).sin(),
                Wave::Triangle => 1.0 - 4.0 * (phase - 0.5).abs(),
                Wave::Square => ((TAU * phase).sin() * 4.0).clamp(-1.0, 1.0),
                Wave::Noise => noise.next(),
            };
            let mut value = raw;
            if open {
                // Filters twice, because a single pass still hisses.
                let top = soft(between(self.low));
                smooth += (value - smooth) * top;
                smoother += (smooth - smoother) * top;
                value = smoother;
            }
            if self.high > 0.0 {
                base += (value - base) * bottom;
                value -= base;
            }
            let swell = (time / self.rises).min(1.0);
            // The last fifth fades out, so that no tone ends with a click.
            let end = ((1.0 - share) * 5.0).min(1.0);
            let tremble = 1.0 - self.trembles.1 * (0.5 - 0.5 * (TAU * self.trembles.0 * time).cos());
            *sample += value * self.gain * swell * end * tremble * (-self.decay * share).exp();
        }
    }
}

struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

pub(super) fn render(tones: &[Tone], level: f32) -> Vec<f32> {
    mix(tones, level, RATE)
}

fn mix(tones: &[Tone], level: f32, rate: u32) -> Vec<f32> {
    let seconds = tones.iter().map(|tone| tone.starts + tone.lasts).fold(0.0, f32::max);
    let mut samples = vec![0.0; (seconds * rate as f32) as usize + 1];
    for (index, tone) in tones.iter().enumerate() {
        tone.lay(&mut samples, rate as f32, 0x9e37_79b9 ^ (index as u32 + 1));
    }
    levelled(samples, level)
}

fn levelled(mut samples: Vec<f32>, level: f32) -> Vec<f32> {
    let loudest = samples.iter().fold(0.0f32, |loudest, sample| loudest.max(sample.abs()));
    if loudest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= level / loudest);
    }
    samples
}

pub(super) const AMBIENCE_RATE: u32 = 22_050;

pub(super) fn ambience() -> Vec<f32> {
    const SECONDS: f32 = 9.0;
    const LAP: f32 = 1.0;
    let tones = [
        air(240.0).lasts(SECONDS).fades(0.0).rises(0.001).trembles(0.25, 0.6),
        air(620.0).above(180.0).lasts(SECONDS).fades(0.0).rises(0.001).loud(0.35).trembles(0.125, 0.9),
        sine(55.0).lasts(SECONDS).fades(0.0).rises(0.001).loud(0.05),
        sine(82.5).lasts(SECONDS).fades(0.0).rises(0.001).loud(0.03).trembles(0.25, 0.7),
    ];
    let long: Vec<Tone> = tones.iter().map(|tone| tone.lasts(SECONDS * 1.25)).collect();
    let rate = AMBIENCE_RATE;
    let samples = mix(&long, 1.0, rate);
    let (whole, lap) = ((SECONDS * rate as f32) as usize, (LAP * rate as f32) as usize);
    let length = whole - lap;
    let mut turn = samples[..length].to_vec();
    for (index, sample) in turn.iter_mut().take(lap).enumerate() {
        let share = index as f32 / lap as f32;
        // Equal-power crossfade of uncorrelated samples.
        *sample = *sample * share.sqrt() + samples[length + index] * (1.0 - share).sqrt();
    }
    levelled(turn, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_tones_are_the_same_samples() {
        let tones = [air(900.0).to(200.0), sine(220.0).to(110.0).trembles(6.0, 0.5)];
        assert_eq!(render(&tones, 0.5), render(&tones, 0.5));
    }

    #[test]
    fn the_ambience_goes_round_without_a_seam() {
        let turn = ambience();
        assert!(turn.iter().all(|sample| sample.abs() <= 1.0));
        let greatest = turn.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        let seam = (turn[0] - turn[turn.len() - 1]).abs();
        assert!(seam <= greatest * 1.5, "a step of {seam} where others are at most {greatest}");
        let loud = |part: &[f32]| (part.iter().map(|sample| sample * sample).sum::<f32>() / part.len() as f32).sqrt();
        let second = AMBIENCE_RATE as usize;
        assert!(turn.chunks_exact(second).all(|part| loud(part) > 0.02), "it never falls silent");
    }
}
