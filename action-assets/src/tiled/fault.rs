//! The faults of a map, by kind and in words.

/// What sort of fault a map has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MapFaultKind {
    /// Something is larger, deeper or more than a bound allows.
    TooLarge,
    /// The text of a file is not of its form.
    Malformed,
    /// A value is not one that the map can have there.
    BadValue,
    /// A form that is not read.
    Unsupported,
    /// A file that the map names lies where none may be read.
    BadFile,
    /// Something that a scenario needs is not there.
    Missing,
}

/// A fault of a map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct MapFault {
    kind: MapFaultKind,
    message: String,
}

impl MapFault {
    /// Its sort.
    #[must_use]
    pub const fn kind(&self) -> MapFaultKind {
        self.kind
    }

    /// A word that stays the same between versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.kind {
            MapFaultKind::TooLarge => "map-too-large",
            MapFaultKind::Malformed => "map-malformed",
            MapFaultKind::BadValue => "map-bad-value",
            MapFaultKind::Unsupported => "map-unsupported",
            MapFaultKind::BadFile => "map-bad-file",
            MapFaultKind::Missing => "map-missing",
        }
    }

    fn of(kind: MapFaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(super) fn too_large(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::TooLarge, message)
    }

    pub(super) fn malformed(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::Malformed, message)
    }

    pub(super) fn bad_value(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::BadValue, message)
    }

    pub(super) fn unsupported(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::Unsupported, message)
    }

    pub(super) fn bad_file(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::BadFile, message)
    }

    pub(super) fn missing(message: impl Into<String>) -> Self {
        Self::of(MapFaultKind::Missing, message)
    }

    /// The same with the place in front of its words.
    pub(super) fn at(self, place: &str) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }
}
