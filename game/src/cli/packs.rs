//! Pack arguments of the command line: a name in the assets folder, or a folder.

use foretoken_action_assets::assets::AssetType;
use foretoken_session::content::{Content, ContentError};
use std::path::{Path, PathBuf};

pub(super) fn is_pack(path: &Path) -> bool {
    let folders = AssetType::ALL.iter().map(|kind| kind.folder()).filter(|folder| !folder.is_empty());
    path.join("rules.ron").is_file() || folders.into_iter().any(|folder| path.join(folder).is_dir())
}

pub(super) fn path_of(content: &Content, given: &Path) -> PathBuf {
    let named = || content.folder(given.to_str()?).ok();
    if given.exists() { given.to_owned() } else { named().unwrap_or_else(|| given.to_owned()) }
}

pub(super) fn pack_of(content: &Content, given: &str) -> Result<(Content, String), ContentError> {
    let unknown = match content.folder(given) {
        Ok(_) => return Ok((content.clone(), given.to_owned())),
        Err(unknown) => unknown,
    };
    // The current folder has a name only in its canonical path.
    let Some(path) = Path::new(given).canonicalize().ok().filter(|path| is_pack(path)) else { return Err(unknown) };
    match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
        (Some(above), Some(name)) => Ok((content.at(above.to_owned()), name.to_owned())),
        _ => Err(unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_meant_by_its_name_and_by_its_path() {
        let root = tempfile::tempdir().expect("a folder");
        let elsewhere = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("own/actions")).expect("made");
        std::fs::create_dir_all(elsewhere.path().join("far/actions")).expect("made");
        std::fs::create_dir(elsewhere.path().join("bare")).expect("made");
        let content = Content::open(root.path()).expect("content");
        let far = elsewhere.path().join("far");
        let far_text = far.to_str().expect("plain");
        let meant = |given: &str| pack_of(&content, given).map(|(content, pack)| content.root().join(pack));
        assert_eq!(meant("own").expect("by name"), root.path().join("own"));
        assert_eq!(meant(far_text).expect("by path"), far.canonicalize().expect("there"));
        assert_eq!(meant(&format!("{far_text}/")).expect("by path"), far.canonicalize().expect("there"));
        let bare = elsewhere.path().join("bare");
        for none in ["other", bare.to_str().expect("plain"), ""] {
            assert!(meant(none).is_err(), "{none}");
        }
        assert_eq!(path_of(&content, Path::new("own")), root.path().join("own"));
        assert_eq!(path_of(&content, &far), far);
        assert_eq!(path_of(&content, Path::new("other")), Path::new("other"));
    }
}
