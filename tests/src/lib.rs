//! What tests that cross crates share: content by name, battles drawn as text, and checks that read well.
