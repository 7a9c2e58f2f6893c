//! The audio device, in a thread of its own: opening one may take its time, and a frame never waits for it.

use super::bank::Bank;
use super::synth;
use kira::backend::cpal::CpalBackendSettings;
use kira::backend::cpal::cpal::{
    self,
    traits::{DeviceTrait, HostTrait},
};
use kira::sound::PlaybackState;
use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle, StaticSoundSettings};
use kira::{AudioManager, AudioManagerSettings, Decibels, Frame, Tween};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// Sounds that are heard at once; beyond that the oldest one gives way.
const VOICES: usize = 12;
/// Seconds within which the same sound again is heard as the same.
const SAME: f64 = 0.04;
/// Frames of sound that are made ahead, twice: 43 ms at 48 kHz. A processor that draws the pictures, too, keeps the
/// default of some devices, 10 ms, waiting.
const BUFFER: u32 = 2048;
/// Orders that wait for a device that is slow to open.
const WAITING: usize = 32;

/// What to do.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// The pack's sounds, as text.
    Bank(String),
    /// A sound by its name and, where there is none, by another, and by how much its pitch differs.
    Play([String; 2], f32),
    Volume(u32),
    Ambience(bool),
}

/// A device that opens, is open, or was not there.
#[derive(Debug)]
pub(super) struct Device {
    orders: SyncSender<Order>,
}

impl Device {
    /// Begins to open the device of the system.
    pub(super) fn open() -> Option<Self> {
        let (orders, told) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("sound".to_owned());
        thread.spawn(move || serve(&told)).ok().map(|_| Self { orders })
    }

    /// Gives an order. False if there is no device.
    pub(super) fn tell(&self, order: Order) -> bool {
        // What does not fit comes too late to be heard.
        !matches!(self.orders.try_send(order), Err(TrySendError::Disconnected(_)))
    }
}

/// Plays until nobody gives orders any more.
fn serve(orders: &Receiver<Order>) {
    // The library below complains to the terminal that there is no device; where there is none, that is no news.
    #[cfg(target_os = "linux")]
    let _quiet = alsa::Output::local_error_handler();
    let Some(mut manager) = manager() else { return };
    let mut sounds = rendered("");
    let mut voices: Vec<(String, StaticSoundHandle)> = Vec::new();
    let mut wind: Option<StaticSoundHandle> = None;
    for order in orders {
        match order {
            Order::Volume(percent) => manager.main_track().set_volume(loudness(percent), soon(30)),
            Order::Ambience(true) if wind.is_none() => {
                let turn = data(&synth::ambience(), synth::AMBIENCE_RATE).loop_region(..);
                wind = manager.play(turn.volume(Decibels(-20.0)).fade_in_tween(soon(2_500))).ok();
            }
            Order::Ambience(true) => {}
            Order::Ambience(false) => {
                if let Some(mut wind) = wind.take() {
                    wind.stop(soon(1_200));
                }
            }
            Order::Bank(text) => sounds = rendered(&text),
            Order::Play(names, pitch) => {
                let Some((sound, data)) = names.into_iter().find_map(|name| sounds.get_key_value(&name)) else {
                    continue;
                };
                voices.retain(|(_, voice)| voice.state() != PlaybackState::Stopped);
                if voices.iter().any(|(of, voice)| of == sound && voice.position() < SAME) {
                    continue;
                }
                if voices.len() >= VOICES {
                    voices.remove(0).1.stop(soon(20));
                }
                let data = data.playback_rate(f64::from(pitch)).volume(Decibels(-4.0));
                voices.extend(manager.play(data).ok().map(|voice| (sound.clone(), voice)));
            }
        }
    }
}

/// All sounds of a pack's text and the game's own.
fn rendered(text: &str) -> BTreeMap<String, StaticSoundData> {
    let bank = Bank::read(text).0;
    let named = |name: &str| Some((name.to_owned(), data(&bank.samples(name)?, synth::RATE)));
    bank.names().filter_map(named).collect()
}

/// The system's device, with a buffer that outlasts a busy moment where the device has it.
fn manager() -> Option<AudioManager> {
    let device = cpal::default_host().default_output_device()?;
    let mut config = device.default_output_config().ok()?.config();
    config.buffer_size = cpal::BufferSize::Fixed(BUFFER);
    let patient = CpalBackendSettings { device: None, config: Some(config) };
    let settings = AudioManagerSettings { backend_settings: patient, ..AudioManagerSettings::default() };
    AudioManager::new(settings).or_else(|_| AudioManager::new(AudioManagerSettings::default())).ok()
}

fn soon(milliseconds: u64) -> Tween {
    Tween { duration: Duration::from_millis(milliseconds), ..Tween::default() }
}

fn data(samples: &[f32], rate: u32) -> StaticSoundData {
    let frames: Arc<[Frame]> = samples.iter().map(|&sample| Frame::from_mono(sample)).collect();
    StaticSoundData { sample_rate: rate, frames, settings: StaticSoundSettings::default(), slice: None }
}

/// A loudness in per cent as ears hear it: half of it is heard as half as loud.
fn loudness(percent: u32) -> Decibels {
    match percent {
        0 => Decibels::SILENCE,
        percent => Decibels(40.0 * (percent.min(100) as f32 / 100.0).log10()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loudness_goes_from_nothing_to_all() {
        assert_eq!(loudness(0), Decibels::SILENCE);
        assert!((loudness(100).0).abs() < 0.001 && (loudness(50).0 + 12.04).abs() < 0.01);
    }
}
