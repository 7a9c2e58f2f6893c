//! The front ends: terminal, window, editor and command line.

mod campaigns;
mod cli;
mod designs;
mod editor_model;
mod front_ends;
mod lesson;
mod panels;
mod scripts;
mod terminal;
mod window;
