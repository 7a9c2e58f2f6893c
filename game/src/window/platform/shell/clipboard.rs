//! The clipboard of the system, for the fields and the parts of the editor.

use imgui::ClipboardBackend;

/// The system's clipboard. Where there is none, nothing is copied and nothing is there to be pasted.
pub(super) struct Clipboard(arboard::Clipboard);

impl Clipboard {
    /// Opens it, where the display has one.
    pub(super) fn open() -> Option<Self> {
        arboard::Clipboard::new().ok().map(Self)
    }
}

impl ClipboardBackend for Clipboard {
    fn get(&mut self) -> Option<String> {
        // A text of C ends at its first zero, and ImGui takes no other.
        self.0.get_text().ok().map(|text| text.replace('\0', ""))
    }

    fn set(&mut self, text: &str) {
        // A clipboard that refuses keeps what it had; there is nobody to tell who could do anything about it.
        let _ = self.0.set_text(text);
    }
}
