//! What a designer does, step by step.

use crate::driver::{Driver, vigil};

#[test]
fn layout() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.frames(5);
    println!("{}", driver.settings());
    let names: Vec<&str> = driver.spots.names().collect();
    println!("{names:?}");
}
