//! The front ends: terminal, window, editor and command line.

mod campaigns;
mod cli;
mod designs;
mod editor_model;
mod front_ends;
mod hand;
mod lesson;
mod market;
mod network;
mod panels;
mod run_folders;
mod scripts;
mod terminal;
mod window;
