//! Sentences about assets, for players and authors. The rules (`foretoken-vm`) describe what they do as plain data; the
//! words are here, below the editor and the session, because both show them.

pub mod rules;
