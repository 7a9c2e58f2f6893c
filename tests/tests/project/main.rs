//! The project: architecture, dependencies, docs, recipes, starter packs and shipped packs.

mod architecture;
mod circles;
mod dependencies;
mod docs;
mod guide;
mod names;
mod prose;
mod recipes;
mod rules_text;
mod shipped;
mod starter;
mod texts;
