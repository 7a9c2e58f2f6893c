//! Faults of a map.

/// Kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MapFaultKind {
    /// Something exceeds a limit.
    TooLarge,
    /// A file is malformed.
    Malformed,
    /// A value is invalid.
    BadValue,
    /// A format is unsupported.
    Unsupported,
    /// The map names a file outside its folder.
    BadFile,
    /// Something required is missing.
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
    /// Returns its kind.
    #[must_use]
    pub const fn kind(&self) -> MapFaultKind {
        self.kind
    }

    /// Returns a stable code.
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

    pub(super) fn at(self, place: &str) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }
}
