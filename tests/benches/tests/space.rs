//! Fields of view and visibility allocate nothing once warm.

use foretoken_benches::space::{Map, SIGHT};
use foretoken_vm::space::{FieldOfView, Visibility, has_line_of_sight};

#[test]
fn warm_sight_allocates_nothing() {
    let map = Map::new(100, 1);
    let (mut field, mut visibility) = (FieldOfView::default(), Visibility::default());
    let mut look = || {
        for &start in &map.starts {
            field.cast((map.side, map.side), start, Some(SIGHT), |x, y| map.is_wall(x, y));
            visibility.spread((map.side, map.side), start, SIGHT, 25, |x, y| u16::from(map.is_wall(x, y)) * 300);
            _ = has_line_of_sight(start, map.starts[0], |x, y| map.is_wall(x, y));
        }
    };
    look();
    let warm = allocation_counter::measure(look);
    assert_eq!((warm.count_total, warm.bytes_total), (0, 0));
}
