//! Gamepad input. Sticks act as the direction buttons. Without the feature `gamepad` or a system library, there are no
//! events.

use crate::window::platform::input::Input;
#[cfg(any(feature = "gamepad", test))]
use crate::window::platform::input::PadButton;

/// Connected gamepads.
#[derive(Debug)]
pub struct Pads {
    #[cfg(feature = "gamepad")]
    library: Option<Box<gilrs::Gilrs>>,
    #[cfg(feature = "gamepad")]
    sticks: [Stick; 2],
    #[cfg(any(feature = "gamepad", test))]
    held: KeyRepeat,
}

/// Thresholds of a stick press and release. The gap prevents repeated presses by a trembling hand.
#[cfg(any(feature = "gamepad", test))]
const PUSHED: (f32, f32) = (0.6, 0.4);

#[cfg(any(feature = "gamepad", test))]
#[derive(Clone, Copy, Default, Debug)]
struct Stick {
    at: [i8; 2],
}

#[cfg(any(feature = "gamepad", test))]
impl Stick {
    fn moved(&mut self, axis: usize, value: f32) -> Vec<Input> {
        let (before, ways) = (self.at[axis], [[PadButton::Left, PadButton::Right], [PadButton::Down, PadButton::Up]]);
        let far = |limit: f32| {
            if value >= limit {
                1
            } else if value <= -limit {
                -1
            } else {
                0
            }
        };
        let now = match (far(PUSHED.0), far(PUSHED.1)) {
            (0, nearly) if nearly == before => before,
            (pushed, _) => pushed,
        };
        self.at[axis] = now;
        let way = |to: i8| ways[axis][usize::from(to > 0)];
        let mut inputs = Vec::new();
        if now != before {
            inputs.extend((before != 0).then(|| Input::Pad(way(before), false)));
            inputs.extend((now != 0).then(|| Input::Pad(way(now), true)));
        }
        inputs
    }
}

#[cfg(any(feature = "gamepad", test))]
const AGAIN: (f32, f32) = (0.35, 0.11);

#[cfg(any(feature = "gamepad", test))]
#[derive(Clone, Copy, Default, Debug)]
struct KeyRepeat(Option<(PadButton, f32)>);

#[cfg(any(feature = "gamepad", test))]
impl KeyRepeat {
    fn follow(&mut self, seconds: f32, inputs: &mut Vec<Input>) {
        if let Some((way, left)) = &mut self.0 {
            *left -= seconds;
            if *left <= 0.0 {
                *left = AGAIN.1;
                inputs.insert(0, Input::Pad(*way, true));
            }
        }
        for input in inputs.iter() {
            match *input {
                Input::Pad(way @ (PadButton::Up | PadButton::Down | PadButton::Left | PadButton::Right), true)
                    if self.0.is_none_or(|(held, _)| held != way) =>
                {
                    self.0 = Some((way, AGAIN.0));
                }
                Input::Pad(way, false) if self.0.is_some_and(|(held, _)| held == way) => self.0 = None,
                _ => {}
            }
        }
    }
}

#[cfg(not(feature = "gamepad"))]
impl Pads {
    /// Creates no gamepads.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            #[cfg(test)]
            held: KeyRepeat(None),
        }
    }

    /// Returns no events.
    #[allow(clippy::unused_self, clippy::needless_pass_by_ref_mut, reason = "as it is where there are pads")]
    pub fn poll(&mut self, _seconds: f32) -> Vec<Input> {
        Vec::new()
    }
}

#[cfg(feature = "gamepad")]
impl Pads {
    /// Opens the system's gamepads, if available.
    #[must_use]
    pub fn new() -> Self {
        Self {
            library: gilrs::Gilrs::new().ok().map(Box::new),
            sticks: [Stick::default(); 2],
            held: KeyRepeat::default(),
        }
    }

    /// Returns the events of the last seconds.
    pub fn poll(&mut self, seconds: f32) -> Vec<Input> {
        use gilrs::EventType;
        let mut inputs = Vec::new();
        let Some(library) = &mut self.library else { return inputs };
        while let Some(event) = library.next_event() {
            match event.event {
                EventType::ButtonPressed(button, _) => {
                    inputs.extend(button_of(button).map(|button| Input::Pad(button, true)));
                }
                EventType::ButtonReleased(button, _) => {
                    inputs.extend(button_of(button).map(|button| Input::Pad(button, false)));
                }
                EventType::AxisChanged(axis, value, _) => {
                    if let Some((stick, axis)) = axis_of(axis) {
                        inputs.extend(self.sticks[stick].moved(axis, value));
                    }
                }
                EventType::Disconnected => {
                    for stick in &mut self.sticks {
                        inputs.extend(stick.moved(0, 0.0));
                        inputs.extend(stick.moved(1, 0.0));
                    }
                    self.held = KeyRepeat::default();
                }
                _ => {}
            }
        }
        self.held.follow(seconds, &mut inputs);
        inputs
    }
}

#[cfg(feature = "gamepad")]
const fn button_of(button: gilrs::Button) -> Option<PadButton> {
    use gilrs::Button;
    Some(match button {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::DPadUp => PadButton::Up,
        Button::DPadDown => PadButton::Down,
        Button::DPadLeft => PadButton::Left,
        Button::DPadRight => PadButton::Right,
        Button::LeftTrigger => PadButton::ShoulderLeft,
        Button::RightTrigger => PadButton::ShoulderRight,
        Button::LeftTrigger2 => PadButton::TriggerLeft,
        Button::RightTrigger2 => PadButton::TriggerRight,
        Button::Start => PadButton::Start,
        Button::Select => PadButton::Select,
        Button::LeftThumb => PadButton::StickLeft,
        Button::RightThumb => PadButton::StickRight,
        _ => return None,
    })
}

#[cfg(feature = "gamepad")]
const fn axis_of(axis: gilrs::Axis) -> Option<(usize, usize)> {
    use gilrs::Axis;
    Some(match axis {
        Axis::LeftStickX => (0, 0),
        Axis::LeftStickY => (0, 1),
        Axis::RightStickX => (1, 0),
        Axis::RightStickY => (1, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_presses_once_however_it_trembles() {
        let mut stick = Stick::default();
        assert_eq!(stick.moved(0, 0.5), []);
        assert_eq!(stick.moved(0, 0.7), [Input::Pad(PadButton::Right, true)]);
        for value in [0.5, 0.62, 0.45, 0.58] {
            assert_eq!(stick.moved(0, value), []);
        }
        assert_eq!(stick.moved(1, 0.9), [Input::Pad(PadButton::Up, true)]);
        assert_eq!(stick.moved(0, 0.3), [Input::Pad(PadButton::Right, false)]);
        assert_eq!(stick.moved(0, 0.5), []);
    }

    #[test]
    fn a_stick_thrown_over_lets_go_before_it_presses() {
        let mut stick = Stick::default();
        stick.moved(1, 1.0);
        assert_eq!(stick.moved(1, -0.5), [Input::Pad(PadButton::Up, false)]);
        assert_eq!(stick.moved(1, -0.9), [Input::Pad(PadButton::Down, true)]);
        let over = [Input::Pad(PadButton::Down, false), Input::Pad(PadButton::Up, true)];
        assert_eq!(stick.moved(1, 0.9), over);
    }

    #[test]
    fn a_way_that_is_held_counts_again() {
        let mut held = KeyRepeat::default();
        let mut inputs = vec![Input::Pad(PadButton::Up, true)];
        held.follow(0.0, &mut inputs);
        assert_eq!(inputs.len(), 1);
        let mut count = 0;
        for _ in 0..60 {
            let mut inputs = Vec::new();
            held.follow(1.0 / 60.0, &mut inputs);
            count += inputs.len();
        }
        assert!((5..=7).contains(&count), "{count} times in a second");
        held.follow(0.0, &mut vec![Input::Pad(PadButton::Up, false)]);
        let mut inputs = Vec::new();
        held.follow(9.0, &mut inputs);
        assert_eq!(inputs, []);
    }

    #[test]
    fn without_a_pad_there_is_nothing() {
        assert_eq!(Pads::new().poll(0.1), []);
    }
}
