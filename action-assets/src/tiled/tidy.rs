//! Rewrites XML of other Tiled versions that the `tiled` crate refuses. Only drawing attributes are removed.

use std::borrow::Cow;

use quick_xml::events::BytesStart;

use super::bounds::Attributes;

#[derive(Default)]
pub(super) struct Terrains {
    names: Vec<String>,
    tiles: Vec<(String, [Option<usize>; 4])>,
}

pub(super) fn element(
    name: &str,
    attributes: &Attributes,
    in_tile: bool,
    terrains: &mut Terrains,
) -> Option<BytesStart<'static>> {
    let mut written = BytesStart::new(name.to_owned());
    let get = |key: &str| attributes.get(key).map(String::as_str);
    let mut put = |key: &str, value: &str| written.push_attribute((key, value));
    let mut keep = |keys: &[&str]| {
        for key in keys {
            if let Some(value) = get(key) {
                put(key, value);
            }
        }
    };
    let class = get("type").filter(|class| !class.is_empty()).or(get("class"));
    match name {
        "image" | "animation" | "grid" | "tileoffset" | "transformations" | "terraintypes" => return None,
        "map" => {
            keep(&["width", "height", "tilewidth", "tileheight", "infinite"]);
            put("version", get("version").unwrap_or("1.0"));
            put("orientation", get("orientation").unwrap_or("orthogonal"));
        }
        "tileset" if get("source").is_some() => keep(&["firstgid", "source"]),
        "tileset" => {
            *terrains = Terrains::default();
            keep(&["firstgid", "name"]);
            // Tiles without entries have no meaning, so these numbers are not needed.
            put("tilecount", "0");
            put("columns", "1");
            for side in ["tilewidth", "tileheight"] {
                put(side, get(side).filter(|side| side.parse::<u32>().is_ok()).unwrap_or("0"));
            }
            const ALIGNMENTS: &[&str] =
                &["topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright"];
            let alignment = get("objectalignment").filter(|alignment| ALIGNMENTS.contains(alignment));
            if let Some(alignment) = alignment {
                put("objectalignment", alignment);
            }
        }
        "tile" => {
            keep(&["id"]);
            if let Some((id, corners)) = get("id").zip(get("terrain")) {
                let mut corners = corners.split(',').map(|corner| corner.trim().parse().ok());
                terrains.tiles.push((id.to_owned(), std::array::from_fn(|_| corners.next().flatten())));
            }
        }
        "layer" | "objectgroup" | "group" | "imagelayer" if !in_tile => {
            keep(&["id", "name", "width", "height", "offsetx", "offsety"]);
        }
        "objectgroup" => {}
        "object" => {
            keep(&["id", "gid", "name", "width", "height", "rotation", "template", "x", "y"]);
        }
        "property" | "item" => {
            keep(&["name", "propertytype"]);
            let (of, value) = (get("type").unwrap_or("string"), get("value"));
            let fits = match (of, value) {
                ("class" | "list", _) => true,
                ("int", Some(value)) => value.parse::<i32>().is_ok(),
                ("float", Some(value)) => value.parse::<f32>().is_ok(),
                ("bool", Some(value)) => value.parse::<bool>().is_ok(),
                _ => false,
            };
            put("type", if fits { of } else { "string" });
            if let Some(value) = value {
                put("value", value);
            }
            return Some(written);
        }
        "wangset" | "wangcolor" => {
            put("name", get("name").unwrap_or_default());
            put("tile", "-1");
            match name {
                "wangset" => put("type", get("type").unwrap_or("mixed")),
                _ => {
                    put("color", "#000000");
                    put("probability", "1");
                }
            }
            return Some(written);
        }
        // Old files use one hexadecimal number.
        "wangtile" => {
            let corners = get("wangid").filter(|corners| corners.split(',').count() == 8)?;
            put("tileid", get("tileid").filter(|id| id.parse::<u32>().is_ok())?);
            put("wangid", corners);
            return Some(written);
        }
        _ => attributes.iter().for_each(|(key, value)| put(key, value)),
    }
    let has_class =
        matches!(name, "map" | "tileset" | "tile" | "layer" | "objectgroup" | "group" | "imagelayer" | "object");
    if let Some(class) = class.filter(|_| has_class) {
        put("type", class);
    }
    Some(written)
}

impl Terrains {
    pub(super) fn name(&mut self, name: &str) {
        self.names.push(name.to_owned());
    }

    pub(super) fn take(&mut self) -> Option<String> {
        let Terrains { names, tiles } = std::mem::take(self);
        if names.is_empty() || tiles.is_empty() {
            return None;
        }
        let escape = |text: &str| -> String { Cow::into_owned(quick_xml::escape::escape(text)) };
        let mut text = "<wangsets><wangset name=\"terrains\" type=\"corner\" tile=\"-1\">".to_owned();
        for name in &names {
            let name = escape(name);
            text.push_str(&format!("<wangcolor name=\"{name}\" color=\"#000000\" tile=\"-1\" probability=\"1\"/>"));
        }
        for (id, corners) in tiles {
            let [nw, ne, sw, se] = corners.map(|corner| corner.filter(|&at| at < 255).map_or(0, |at| at + 1));
            let id = escape(&id);
            text.push_str(&format!("<wangtile tileid=\"{id}\" wangid=\"0,{ne},0,{se},0,{sw},0,{nw}\"/>"));
        }
        text.push_str("</wangset></wangsets>");
        Some(text)
    }
}
