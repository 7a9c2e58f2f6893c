//! The system clipboard.

use imgui::ClipboardBackend;

pub(super) struct Clipboard(arboard::Clipboard);

impl Clipboard {
    pub(super) fn open() -> Option<Self> {
        arboard::Clipboard::new().ok().map(Self)
    }
}

impl ClipboardBackend for Clipboard {
    fn get(&mut self) -> Option<String> {
        self.0.get_text().ok().map(|text| text.replace('\0', ""))
    }

    fn set(&mut self, text: &str) {
        let _ = self.0.set_text(text);
    }
}
