//! The project itself: its shape, dependencies, pages, starter packs and shipped packs.

mod architecture;
mod circles;
mod dependencies;
mod docs;
mod guide;
mod prose;
mod rules_text;
mod shipped;
mod starter;
mod texts;
