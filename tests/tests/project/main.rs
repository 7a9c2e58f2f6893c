//! The project: architecture, dependencies, docs, starter packs and shipped packs.

mod architecture;
mod circles;
mod dependencies;
mod docs;
mod guide;
mod names;
mod prose;
mod rules_text;
mod shipped;
mod starter;
mod texts;
