//! Creation of a new pack, which then opens in the editor.

use crate::window::screens::app::App;
use foretoken_action_assets::{starter, store};
use std::io;
use std::path::Path;

fn write(folder: &Path) -> io::Result<()> {
    if let Some(packs) = folder.parent() {
        std::fs::create_dir_all(packs)?;
    }
    std::fs::create_dir(folder)?;
    for (path, text) in starter::files() {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        store::overwrite(&file, text.as_bytes())?;
    }
    Ok(())
}

impl App {
    pub(in crate::window) fn make_pack(&mut self, name: String) {
        if self.shared.content.folder(&name).is_ok() {
            return self.tell(format!("A pack `{name}` exists already. Choose another name."));
        }
        let folder = self.shared.content.place_to_edit(&name);
        self.work("Creating the pack ...".to_owned(), None, move || {
            let written = write(&folder);
            Box::new(move |app: &mut Self| match written {
                Ok(()) => app.edit_pack(name),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    app.tell(format!("A pack `{name}` exists already. Choose another name."));
                }
                Err(error) => app.tell(format!("The pack `{name}` cannot be created: {error}.")),
            })
        });
    }

    pub(in crate::window) fn edit_pack(&mut self, name: String) {
        self.close_editor();
        self.close_workshop();
        if let Some(untouched) = self.leave() {
            foretoken_session::saves::leave(&untouched);
        }
        self.shared.pack = name;
        self.begin_editing();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::Start;
    use foretoken_session::content::Content;

    fn app(root: &Path, pack: &str) -> App {
        let content = Content::open(root).expect("content");
        let records = root.join(".records");
        App::new(content, Start { editor: true, pack: Some(pack.to_owned()), records, ..Start::default() })
            .expect("an app")
    }

    #[test]
    fn a_new_pack_is_edited_over_its_battle_and_one_that_is_there_is_left_alone() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(root.path().join("empty")).expect("made");
        let mut app = app(root.path(), "empty");
        assert!(app.is_editing() && app.battle().is_none(), "there is nothing to play");
        app.make_pack("mine".to_owned());
        let battle = app.battle().expect("a battle");
        assert_eq!(battle.controller.session.setup().pack, "mine");
        assert_eq!(battle.controller.session.book().scenario, starter::SCENARIO);
        assert!(app.is_editing());
        let file = root.path().join("mine/units/hero.ron");
        std::fs::write(&file, "Unit(glyph: \"h\")").expect("written");
        app.make_pack("mine".to_owned());
        assert!(app.told().contains("already"), "{}", app.told());
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "Unit(glyph: \"h\")");
    }
}
