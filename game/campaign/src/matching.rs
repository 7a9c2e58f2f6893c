//! Placement of things that must appear: a matching finds a place for each thing, whenever there is one.

/// Places each thing in one of its candidate places. Earlier candidates are preferred. A place holds at most its
/// capacity. Returns the place of each thing, or the index of a thing that cannot be placed.
///
/// # Errors
///
/// If no placement holds all things.
pub fn place(candidates: &[Vec<usize>], capacity: &[usize]) -> Result<Vec<usize>, usize> {
    let mut held: Vec<Vec<usize>> = vec![Vec::new(); capacity.len()];
    for thing in 0..candidates.len() {
        let mut tried = vec![false; capacity.len()];
        if !settle(thing, candidates, capacity, &mut held, &mut tried) {
            return Err(thing);
        }
    }
    let mut places = vec![0; candidates.len()];
    for (place, things) in held.iter().enumerate() {
        for &thing in things {
            places[thing] = place;
        }
    }
    Ok(places)
}

/// Finds a place for a thing and moves others if needed. Returns whether it found one.
fn settle(
    thing: usize,
    candidates: &[Vec<usize>],
    capacity: &[usize],
    held: &mut [Vec<usize>],
    tried: &mut [bool],
) -> bool {
    for &place in candidates[thing].iter().filter(|&&place| place < capacity.len()) {
        if std::mem::replace(&mut tried[place], true) {
            continue;
        }
        if held[place].len() < capacity[place] {
            held[place].push(thing);
            return true;
        }
        for at in 0..held[place].len() {
            let other = held[place][at];
            if settle(other, candidates, capacity, held, tried) {
                held[place][at] = thing;
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether any placement exists, by trying all.
    fn is_possible(candidates: &[Vec<usize>], capacity: &mut [usize]) -> bool {
        let Some((first, rest)) = candidates.split_first() else { return true };
        first.iter().any(|&place| {
            if capacity[place] == 0 {
                return false;
            }
            capacity[place] -= 1;
            let found = is_possible(rest, capacity);
            capacity[place] += 1;
            found
        })
    }

    #[test]
    fn a_placed_thing_makes_room_for_another() {
        assert_eq!(place(&[vec![0, 1], vec![0]], &[1, 1]), Ok(vec![1, 0]));
        assert_eq!(place(&[vec![0], vec![0]], &[1, 1]), Err(1));
    }

    proptest! {
        #[test]
        fn all_things_are_placed_whenever_that_is_possible(
            candidates in prop::collection::vec(prop::collection::vec(0_usize..4, 0..4), 0..6),
            mut capacity in prop::collection::vec(0_usize..3, 4),
        ) {
            let placed = place(&candidates, &capacity);
            prop_assert_eq!(placed.is_ok(), is_possible(&candidates, &mut capacity));
            if let Ok(places) = placed {
                for (thing, &place) in places.iter().enumerate() {
                    prop_assert!(candidates[thing].contains(&place));
                }
                for (place, &most) in capacity.iter().enumerate() {
                    prop_assert!(places.iter().filter(|&&other| other == place).count() <= most);
                }
            }
        }
    }
}
