//! The audio device in a separate thread, because opening it can block.

use super::bank::Bank;
use super::{Volumes, synth};
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

/// Number of simultaneous sounds; the oldest stops for a new one.
const VOICES: usize = 12;
/// Repetitions within this many seconds are dropped.
const SAME: f64 = 0.04;
/// Frames in each of two buffers: 43 ms at 48 kHz. The 10 ms default of some devices is too short if the CPU also draws
/// the pictures.
const BUFFER: u32 = 2048;
const WAITING: usize = 32;
/// Loudness of wind and water, and of all other sounds, in decibels.
const WIND: f32 = -20.0;
const DEED: f32 = -4.0;

#[derive(Clone, Debug)]
pub(super) enum Order {
    Bank(String),
    Play { names: [String; 2], volume: u32, pitch: f32 },
    Volumes(Volumes),
    Ambience(bool),
}

#[derive(Debug)]
pub(super) struct Device {
    orders: SyncSender<Order>,
}

impl Device {
    pub(super) fn open() -> Option<Self> {
        let (orders, told) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("sound".to_owned());
        thread.spawn(move || serve(&told)).ok().map(|_| Self { orders })
    }

    /// Drops the order if too many wait; fails if the thread has ended.
    pub(super) fn tell(&self, order: Order) -> Result<(), TrySendError<Order>> {
        match self.orders.try_send(order) {
            Err(ended @ TrySendError::Disconnected(_)) => Err(ended),
            Ok(()) | Err(TrySendError::Full(_)) => Ok(()),
        }
    }
}

fn serve(orders: &Receiver<Order>) {
    // Silences the library's terminal messages about missing devices.
    #[cfg(target_os = "linux")]
    let _quiet = alsa::Output::local_error_handler();
    let Some(mut manager) = manager() else { return };
    let mut sounds = rendered("");
    let mut voices: Vec<(String, StaticSoundHandle)> = Vec::new();
    let mut wind: Option<StaticSoundHandle> = None;
    let mut ambience = 100;
    for order in orders {
        match order {
            Order::Volumes(volumes) => {
                manager.main_track().set_volume(loudness(volumes.all), soon(30));
                ambience = volumes.ambience;
                if let Some(wind) = &mut wind {
                    wind.set_volume(beside(ambience, WIND), soon(30));
                }
            }
            Order::Ambience(true) if wind.is_none() => {
                let turn = data(&synth::ambience(), synth::AMBIENCE_RATE).loop_region(..);
                wind = manager.play(turn.volume(beside(ambience, WIND)).fade_in_tween(soon(2_500))).ok();
            }
            Order::Ambience(true) => {}
            Order::Ambience(false) => {
                if let Some(mut wind) = wind.take() {
                    wind.stop(soon(1_200));
                }
            }
            Order::Bank(text) => sounds = rendered(&text),
            Order::Play { names, volume, pitch } => {
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
                let data = data.playback_rate(f64::from(pitch)).volume(beside(volume, DEED));
                voices.extend(manager.play(data).ok().map(|voice| (sound.clone(), voice)));
            }
        }
    }
}

fn rendered(text: &str) -> BTreeMap<String, StaticSoundData> {
    let bank = Bank::read(text).0;
    let named = |name: &str| Some((name.to_owned(), data(&bank.samples(name)?, synth::RATE)));
    bank.names().filter_map(named).collect()
}

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

/// Returns a loudness in percent of a usual one in decibels.
fn beside(percent: u32, usual: f32) -> Decibels {
    match percent {
        0 => Decibels::SILENCE,
        percent => Decibels(loudness(percent).0 + usual),
    }
}

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
