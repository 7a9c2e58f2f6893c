//! The log of actions and durations, through `tracing`: to a file with `--log`, and in a window for the editor.
#![allow(clippy::disallowed_types, reason = "time is measured here, for looking at it alone")]

use anyhow::Context as _;
use foretoken_editor::FrameSpan;
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tracing::span::{Attributes, Id};
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

/// Name of the frame span.
pub const FRAME: &str = "frame";
const MOST: usize = 256;

static FRAMES: OnceLock<FrameSpans> = OnceLock::new();

/// Starts the log: to a file, and with `frames` for the spans of the last frame.
///
/// # Errors
///
/// If the file cannot be opened, or the log has already started.
pub fn begin(file: Option<&Path>, frames: bool) -> anyhow::Result<()> {
    let written = match file {
        None => None,
        Some(file) => {
            let opened = OpenOptions::new().create(true).append(true).open(file);
            let opened = opened.with_context(|| format!("{} cannot be written to", file.display()))?;
            let layer = tracing_subscriber::fmt::layer().with_writer(Mutex::new(opened)).with_ansi(false);
            let level = LevelFilter::from_level(Level::DEBUG);
            Some(layer.with_target(false).with_span_events(FmtSpan::CLOSE).with_filter(level))
        }
    };
    let frames = frames.then(|| FRAMES.get_or_init(FrameSpans::default).clone());
    let subscriber = Registry::default().with(written).with(frames);
    tracing::subscriber::set_global_default(subscriber).context("a log was already started")
}

/// Returns the spans of the last frame; empty if they are not collected.
#[must_use]
pub fn last_frame() -> Vec<FrameSpan> {
    FRAMES.get().map(FrameSpans::last).unwrap_or_default()
}

/// Collects the spans of the last frame, only of the frame thread.
#[derive(Clone, Debug, Default)]
pub struct FrameSpans {
    last: Arc<Mutex<Vec<FrameSpan>>>,
}

impl FrameSpans {
    /// Returns the spans of the last frame, nested ones after their parents.
    #[must_use]
    pub fn last(&self) -> Vec<FrameSpan> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Timed {
    entered: Option<Instant>,
    took: Duration,
    place: usize,
}

struct Making(Vec<FrameSpan>);

impl<S: Subscriber + for<'l> LookupSpan<'l>> Layer<S> for FrameSpans {
    fn on_new_span(&self, _: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut from_root = span.scope().from_root();
        let Some(frame) = from_root.next().filter(|root| root.name() == FRAME) else { return };
        let depth = from_root.count();
        if depth == 0 {
            frame.extensions_mut().replace(Making(Vec::new()));
        }
        let mut extensions = frame.extensions_mut();
        let Some(Making(spans)) = extensions.get_mut::<Making>() else { return };
        let place = spans.len();
        if place < MOST {
            spans.push(FrameSpan { name: span.name(), depth, micros: 0 });
            drop(extensions);
            span.extensions_mut().replace(Timed { entered: None, took: Duration::ZERO, place });
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(timed) = span.extensions_mut().get_mut::<Timed>()
        {
            timed.entered = Some(Instant::now());
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(timed) = span.extensions_mut().get_mut::<Timed>()
            && let Some(entered) = timed.entered.take()
        {
            timed.took += entered.elapsed();
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(Timed { took, place, .. }) = span.extensions_mut().remove::<Timed>() else { return };
        let Some(frame) = span.scope().from_root().next() else { return };
        let mut extensions = frame.extensions_mut();
        let Some(Making(spans)) = extensions.get_mut::<Making>() else { return };
        if let Some(closed) = spans.get_mut(place) {
            closed.micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        }
        if place == 0 {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(spans);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(spans: &[FrameSpan]) -> Vec<(&'static str, usize)> {
        spans.iter().map(|span| (span.name, span.depth)).collect()
    }

    #[test]
    fn the_spans_of_the_last_frame_are_kept_in_order_with_how_deep_they_are() {
        let frames = FrameSpans::default();
        let subscriber = Registry::default().with(frames.clone());
        tracing::subscriber::with_default(subscriber, || {
            let _outside = tracing::info_span!("outside").entered();
            drop(_outside);
            for round in 0..2 {
                let _frame = tracing::debug_span!("frame").entered();
                {
                    let _step = tracing::debug_span!("step").entered();
                    let _predict = tracing::debug_span!("predict").entered();
                }
                let _scene = (round == 1).then(|| tracing::debug_span!("scene").entered());
            }
        });
        let last = frames.last();
        assert_eq!(told(&last), [("frame", 0), ("step", 1), ("predict", 2), ("scene", 1)]);
        assert!(last[0].micros >= last[1].micros && last[1].micros >= last[2].micros, "{last:?}");
    }

    #[test]
    fn what_another_thread_does_is_no_part_of_a_frame() {
        let frames = FrameSpans::default();
        let dispatch = tracing::Dispatch::new(Registry::default().with(frames.clone()));
        tracing::dispatcher::with_default(&dispatch, || {
            let _frame = tracing::debug_span!("frame").entered();
            let beside = dispatch.clone();
            let work =
                move || tracing::dispatcher::with_default(&beside, || drop(tracing::debug_span!("plan").entered()));
            std::thread::spawn(work).join().expect("it ends");
        });
        assert_eq!(told(&frames.last()), [("frame", 0)]);
    }

    #[test]
    fn a_frame_of_many_spans_keeps_as_many_as_are_looked_at() {
        let frames = FrameSpans::default();
        tracing::subscriber::with_default(Registry::default().with(frames.clone()), || {
            let _frame = tracing::debug_span!("frame").entered();
            (0..2 * MOST).for_each(|_| drop(tracing::debug_span!("predict").entered()));
        });
        assert_eq!(frames.last().len(), MOST);
    }
}
