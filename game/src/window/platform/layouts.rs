//! Panel layouts of earlier interface scales. Panels are rounded to pixels at each scale, so a larger and then a smaller
//! scale would move them; the kept layout brings back the same bytes.

/// Frames until panels have their places after a change of the scale.
const SETTLED: u32 = 6;

/// Layouts of the scales that led to the current one.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    /// Scale and layout before each change, oldest first.
    before: Vec<(f32, String)>,
    /// Layout of the current scale once it settled; a designer has changed nothing while it stays the same.
    settled: Option<String>,
    frames: u32,
}

impl Layouts {
    /// Notes a change of the scale. Returns the layout to load, if this scale was in use before and no panel was moved
    /// since.
    pub fn change(&mut self, from: f32, to: f32, now: String) -> Option<String> {
        let is_untouched = self.settled.as_ref().is_none_or(|settled| *settled == now);
        (self.settled, self.frames) = (None, 0);
        if !is_untouched {
            self.before.clear();
        }
        let is_known = |(scale, _): &(f32, String)| (*scale - to).abs() < 0.001;
        if let Some(at) = self.before.iter().position(is_known) {
            let (_, layout) = self.before.swap_remove(at);
            self.before.truncate(at);
            return Some(layout);
        }
        self.before.push((from, now));
        None
    }

    /// Notes a frame at the current scale.
    pub fn frame(&mut self, layout: impl FnOnce() -> String) {
        self.frames = self.frames.saturating_add(1);
        if self.frames == SETTLED {
            self.settled = Some(layout());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settle(layouts: &mut Layouts, layout: &str) {
        (0..SETTLED).for_each(|_| layouts.frame(|| layout.to_owned()));
    }

    #[test]
    fn the_layout_of_a_scale_comes_back() {
        let mut layouts = Layouts::default();
        assert_eq!(layouts.change(1.0, 1.1, "a".to_owned()), None);
        settle(&mut layouts, "b");
        assert_eq!(layouts.change(1.1, 1.2, "b".to_owned()), None);
        assert_eq!(layouts.change(1.2, 1.1, "c".to_owned()).as_deref(), Some("b"));
        assert_eq!(layouts.change(1.1, 1.0, "b".to_owned()).as_deref(), Some("a"));
    }

    #[test]
    fn a_moved_panel_is_kept() {
        let mut layouts = Layouts::default();
        layouts.change(1.0, 1.1, "a".to_owned());
        settle(&mut layouts, "b");
        assert_eq!(layouts.change(1.1, 1.0, "moved".to_owned()), None);
    }
}
