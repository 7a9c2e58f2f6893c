//! Decides where the shipped packs, the user's packs, battle records and settings are.

use foretoken_session::content::{Content, ContentError};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Name of the variable with the folder of the shipped packs.
pub const VARIABLE: &str = "FORETOKEN_ASSETS";

/// Folder of this crate at the build. A constant, so that the path is not in the executable of a package.
const CRATE: Option<&str> = match option_env!("FORETOKEN_PACKAGE") {
    Some(_) => None,
    None => option_env!("CARGO_MANIFEST_DIR"),
};

/// Facts of the process that decide where the packs are.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Folder given with `--assets`.
    pub flag: Option<PathBuf>,
    /// Value of [`VARIABLE`].
    pub variable: Option<PathBuf>,
    /// Path of the executable.
    pub executable: Option<PathBuf>,
    /// Folder of the running AppImage: variable `APPDIR`.
    pub image: Option<PathBuf>,
    /// Folders of data, the user's first: `XDG_DATA_HOME` and `XDG_DATA_DIRS`.
    pub data: Vec<PathBuf>,
    /// Current folder.
    pub current: Option<PathBuf>,
    /// Source tree of the build. Packages have none.
    pub tree: Option<PathBuf>,
    /// The user's folder of packs.
    pub own: Option<PathBuf>,
}

/// A place where the packs can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Folder.
    pub folder: PathBuf,
    /// Whether the packs there are shipped: the user's packs lie over them, and edits go to the user's folder.
    pub is_shipped: bool,
}

/// Reason why there are no packs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlacesError {
    /// No place has packs.
    #[error(
        "no folder of assets was found in{}\nGive one with --assets DIR, or set {VARIABLE}.",
        .0.iter().map(|place| format!("\n  {}", place.display())).collect::<String>()
    )]
    None(Vec<PathBuf>),
    /// The given folder does not exist.
    #[error(transparent)]
    Content(#[from] ContentError),
}

impl Environment {
    /// Reads the environment of this process.
    #[must_use]
    pub fn of_process(flag: Option<PathBuf>) -> Self {
        let path = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dirs = path("XDG_DATA_DIRS").unwrap_or_else(|| OsString::from("/usr/local/share:/usr/share"));
        let unix = cfg!(all(unix, not(target_os = "macos")));
        let mut data: Vec<PathBuf> =
            directories::BaseDirs::new().map(|dirs| dirs.data_dir().to_owned()).into_iter().collect();
        data.extend(std::env::split_paths(&dirs).filter(|folder| unix && folder.is_absolute()));
        let executable = std::env::current_exe().ok();
        Self {
            flag,
            variable: path(VARIABLE).map(PathBuf::from),
            executable: executable.map(|path| path.canonicalize().unwrap_or(path)),
            image: path("APPDIR").map(PathBuf::from),
            data,
            current: std::env::current_dir().ok(),
            tree: CRATE.map(Path::new).and_then(Path::parent).map(Path::to_owned),
            own: user_folders().map(|dirs| dirs.data_dir().join("packs")),
        }
    }

    /// Lists the places in the order of the search. A given folder is the only place.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let shipped = |folder: PathBuf| Place { folder, is_shipped: true };
        let edited = |folder: PathBuf| Place { folder, is_shipped: false };
        if let Some(flag) = &self.flag {
            return vec![edited(flag.clone())];
        }
        if let Some(variable) = &self.variable {
            return vec![shipped(variable.clone())];
        }
        let mut places = Vec::new();
        let tree = self.tree.as_ref().map(|tree| tree.join("assets"));
        let above = self.current.iter().flat_map(|current| current.ancestors());
        let above = above.map(|folder| edited(folder.join("assets")));
        let beside = self.executable.as_deref().and_then(Path::parent);
        // Installed packages must not replace the packs of a program that is run from its build folder.
        if self.tree.as_ref().is_some_and(|tree| beside.is_some_and(|beside| beside.starts_with(tree))) {
            places.extend(above.clone());
            places.extend(tree.clone().map(edited));
        }
        if let Some(beside) = beside {
            places.push(shipped(beside.join("assets")));
            places.extend(beside.parent().map(|above| shipped(above.join("share/foretoken/assets"))));
        }
        places.extend(self.image.iter().map(|image| shipped(image.join("usr/share/foretoken/assets"))));
        places.extend(self.data.iter().map(|data| shipped(data.join("foretoken/assets"))));
        places.extend(above);
        places.extend(tree.map(edited));
        let mut known = Vec::new();
        places.retain(|place| {
            !known.contains(&place.folder) && {
                known.push(place.folder.clone());
                true
            }
        });
        places
    }

    /// Returns the packs of the first place that exists.
    ///
    /// # Errors
    ///
    /// If there is none; the message lists all places.
    pub fn content(&self) -> Result<Content, PlacesError> {
        let places = self.places();
        let found = places.iter().find(|place| place.folder.is_dir());
        let place = match (found, &self.flag) {
            (Some(place), _) => place,
            (None, Some(flag)) => return Err(ContentError::NoFolder(flag.clone()).into()),
            (None, None) => return Err(PlacesError::None(places.into_iter().map(|place| place.folder).collect())),
        };
        let content = Content::open(&place.folder)?;
        Ok(match &self.own {
            Some(own) if place.is_shipped => content.with_own(own.clone()),
            _ => content,
        })
    }
}

fn user_folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "foretoken")
}

/// Returns the usual folder of battle records; `None` without a home folder.
#[must_use]
pub fn battles_folder() -> Option<PathBuf> {
    user_folders().map(|dirs| dirs.data_dir().join("battles"))
}

/// Returns the folder of settings, preferences of the editor and unsaved edits; `None` without a home folder.
#[cfg(feature = "window")]
#[must_use]
pub fn settings_folder() -> Option<PathBuf> {
    user_folders().map(|dirs| dirs.config_dir().to_owned())
}

/// Returns the public hash of the shipped packs: FNV-1a over names and canonical texts. The user's packs do not change it.
///
/// # Errors
///
/// If a pack cannot be read.
pub fn packs_hash(content: &Content) -> Result<u64, ContentError> {
    let shipped = content.at(content.root().to_owned());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for pack in shipped.packs() {
        let text = shipped.library(&pack)?.canonical_text();
        for byte in pack.bytes().chain([0]).chain(text.bytes()).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the folder that is found if only `there` exists, with `+` if the user's packs lie over it.
    fn found(environment: &Environment, there: &[&str]) -> String {
        let places = environment.places();
        let found = places.iter().find(|place| there.iter().any(|folder| place.folder == Path::new(folder)));
        found.map_or_else(String::new, |place| {
            format!("{}{}", place.folder.display(), if place.is_shipped { "+" } else { "" })
        })
    }

    #[test]
    fn the_packs_are_searched_in_a_fixed_order() {
        let installed = Environment {
            executable: Some("/opt/f/bin/foretoken".into()),
            image: Some("/tmp/.mount_f".into()),
            data: vec!["/home/u/.local/share".into(), "/usr/share".into()],
            current: Some("/work/project/deep".into()),
            tree: Some("/src/tree".into()),
            ..Environment::default()
        };
        let all = [
            "/opt/f/bin/assets",
            "/opt/f/bin/../share/foretoken/assets",
            "/opt/f/share/foretoken/assets",
            "/tmp/.mount_f/usr/share/foretoken/assets",
            "/home/u/.local/share/foretoken/assets",
            "/usr/share/foretoken/assets",
            "/work/project/deep/assets",
            "/work/assets",
            "/src/tree/assets",
        ];
        let with = |flag: Option<&str>, variable: Option<&str>| Environment {
            flag: flag.map(PathBuf::from),
            variable: variable.map(PathBuf::from),
            ..installed.clone()
        };
        let in_tree = Environment { executable: Some("/src/tree/target/play/foretoken".into()), ..installed.clone() };
        let packaged = Environment { tree: None, ..installed.clone() };
        for (environment, there, expected) in [
            (with(Some("/given"), Some("/named")), &["/given", "/named"][..], "/given"),
            (with(Some("/given"), Some("/named")), &["/named", "/opt/f/bin/assets"], ""),
            (with(None, Some("/named")), &["/named", "/opt/f/bin/assets"], "/named+"),
            (installed.clone(), &all, "/opt/f/bin/assets+"),
            (installed.clone(), &all[2..], "/opt/f/share/foretoken/assets+"),
            (installed.clone(), &all[3..], "/tmp/.mount_f/usr/share/foretoken/assets+"),
            (installed.clone(), &all[4..], "/home/u/.local/share/foretoken/assets+"),
            (installed.clone(), &all[5..], "/usr/share/foretoken/assets+"),
            (installed.clone(), &all[6..], "/work/project/deep/assets"),
            (installed.clone(), &all[7..], "/work/assets"),
            (installed.clone(), &all[8..], "/src/tree/assets"),
            (installed.clone(), &[], ""),
            (in_tree.clone(), &all[..7], "/work/project/deep/assets"),
            (Environment { current: None, ..in_tree }, &all, "/src/tree/assets"),
            (packaged, &all[8..], ""),
        ] {
            assert_eq!(found(&environment, there), expected, "{environment:?}, {there:?}");
        }
    }

    #[test]
    fn an_error_lists_every_place() {
        let environment = Environment {
            executable: Some("/nowhere/bin/foretoken".into()),
            data: vec!["/nowhere/data".into()],
            ..Environment::default()
        };
        let told = environment.content().map(drop).expect_err("there is none").to_string();
        for place in ["/nowhere/bin/assets", "/nowhere/share/foretoken/assets", "/nowhere/data/foretoken/assets"] {
            assert!(told.contains(place), "{told}");
        }
        assert!(told.contains("--assets") && told.contains(VARIABLE), "{told}");
    }

    #[test]
    fn an_edit_of_a_shipped_pack_goes_to_a_copy_of_the_user() {
        let folder = tempfile::tempdir().expect("a folder");
        let (shipped, own) = (folder.path().join("share"), folder.path().join("own"));
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        crate::files::copy_folder(&tree, &shipped).expect("copied");
        let variable = Some(shipped.clone());
        let content = Environment { variable, own: Some(own.clone()), ..Environment::default() }.content();
        let content = content.expect("content");
        let before = packs_hash(&content).expect("a hash");
        assert_eq!(content.folder("vigil").expect("shipped"), shipped.join("vigil"));
        assert_eq!(content.place_to_edit("vigil"), own.join("vigil"));
        assert!(!own.exists(), "nothing is copied before an edit");
        assert_eq!(content.folder_to_edit("vigil").expect("copied"), own.join("vigil"));
        assert_eq!(content.folder("vigil").expect("the user's"), own.join("vigil"));
        let text = |content: &Content| content.library("vigil").expect("a pack").canonical_text();
        assert_eq!(text(&content), text(&content.at(shipped)), "the copy is whole");
        std::fs::write(own.join("vigil/art/note.txt"), "").expect("written");
        content.folder_to_edit("vigil").expect("the copy stays");
        assert!(own.join("vigil/art/note.txt").is_file());
        std::fs::remove_file(own.join("vigil/rules.ron")).expect("removed");
        assert_eq!(packs_hash(&content).expect("a hash"), before, "the user's packs do not change it");
        assert_eq!(content.packs(), ["vigil", "banner", "jail"], "each name once");
    }
}
