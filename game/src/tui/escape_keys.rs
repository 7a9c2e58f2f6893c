//! Decodes keys directly after Esc. Terminals send arrows as Esc and letters, so Esc and an arrow in one read look like
//! Alt with letters.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Length limit of such a key; mouse events have up to sixteen letters.
const LONGEST: usize = 32;

/// Joins the keys that directly follow an event. `more` reads the next available event.
///
/// # Errors
///
/// Those of `more`.
pub fn join<E>(first: Event, mut more: impl FnMut() -> Result<Option<Event>, E>) -> Result<Vec<Event>, E> {
    let mut events = vec![first];
    if pressed(&events[0]) != Some(KeyCode::Esc) {
        return Ok(events);
    }
    let Some(second) = more()? else { return Ok(events) };
    let opens = matches!(pressed(&second), Some(KeyCode::Char('[' | 'O')));
    events.push(second);
    if !opens {
        return Ok(events);
    }
    let mut letters = String::new();
    while letters.len() < LONGEST {
        let Some(next) = more()? else { return Ok(events) };
        let Some(KeyCode::Char(letter)) = pressed(&next) else {
            events.push(next);
            return Ok(events);
        };
        letters.push(letter);
        events.push(next);
        if letter.is_ascii_alphabetic() || letter == '~' {
            break;
        }
    }
    events.truncate(1);
    events.extend(meant(&letters).map(|key| Event::Key(KeyEvent::new(key, KeyModifiers::NONE))));
    Ok(events)
}

fn pressed(event: &Event) -> Option<KeyCode> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => Some(key.code),
        _ => None,
    }
}

fn meant(letters: &str) -> Option<KeyCode> {
    let last = letters.chars().last()?;
    Some(match (letters, last) {
        (_, 'A') => KeyCode::Up,
        (_, 'B') => KeyCode::Down,
        (_, 'C') => KeyCode::Right,
        (_, 'D') => KeyCode::Left,
        (_, 'F') => KeyCode::End,
        (_, 'H') => KeyCode::Home,
        (_, 'Z') => KeyCode::BackTab,
        ("5~", _) => KeyCode::PageUp,
        ("6~", _) => KeyCode::PageDown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &[KeyCode], joined: &[KeyCode]) {
        let event = |&key: &KeyCode| Event::Key(KeyEvent::new(key, KeyModifiers::NONE));
        let mut rest = keys[1..].iter().map(event);
        let events = join::<()>(event(&keys[0]), || Ok(rest.next())).expect("it reads no terminal");
        let told: Vec<KeyCode> = events.iter().filter_map(pressed).collect();
        assert_eq!(told, joined);
    }

    #[test]
    fn an_arrow_right_behind_esc_stays_an_arrow() {
        use KeyCode::{Char, Down, Enter, Esc, PageUp, Up};
        check(&[Esc, Char('['), Char('A')], &[Esc, Up]);
        check(&[Esc, Char('O'), Char('B')], &[Esc, Down]);
        check(&[Esc, Char('['), Char('5'), Char('~')], &[Esc, PageUp]);
        check(&[Esc, Char('['), Char('1'), Char(';'), Char('5'), Char('A')], &[Esc, Up]);
        check(&[Esc, Char('['), Char('2'), Char('~')], &[Esc]);
        let mouse: Vec<KeyCode> = "[<35;142;117M".chars().map(Char).collect();
        check(&[&[Esc], &mouse[..]].concat(), &[Esc]);
        check(&[Esc], &[Esc]);
        check(&[Esc, Char('[')], &[Esc, Char('[')]);
        check(&[Esc, Enter], &[Esc, Enter]);
        check(&[Enter, Char('[')], &[Enter]);
    }
}
