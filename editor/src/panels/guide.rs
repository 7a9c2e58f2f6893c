//! Guide panel: the guides and reference pages of `docs/`.

use super::PanelContext;
use crate::theme::{AMBER, ink};
use foretoken_action_assets::{AssetType, reference};
use std::borrow::Cow;

const ASSETS: &str = "assets";

/// Pages by name. The pages of asset types are generated from their fields, as in `docs/assets`.
const PAGES: [(&str, &str, &str); 8] = [
    ("first-pack", "First pack", include_str!("../../../docs/guide-first-pack.md")),
    ("first-scenario", "First scenario", include_str!("../../../docs/guide-first-scenario.md")),
    ("first-kind", "First kind", include_str!("../../../docs/guide-first-kind.md")),
    ("actions", "Parts", include_str!("../../../docs/actions.md")),
    (ASSETS, "Assets", include_str!("../../../docs/assets.md")),
    ("formulas", "Formulas", include_str!("../../../docs/formulas.md")),
    ("maps", "Maps", include_str!("../../../docs/maps.md")),
    ("drawings", "Drawings", include_str!("../../../docs/drawings.md")),
];

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Heading(String),
    Words(String),
    Line(String),
}

fn text(page: &str) -> Option<Cow<'static, str>> {
    let written = PAGES.iter().find(|(name, ..)| *name == page).map(|(.., text)| Cow::Borrowed(*text));
    written.or_else(|| AssetType::named(page).map(|kind| Cow::Owned(reference::assets::page(kind))))
}

#[derive(Debug)]
pub(crate) struct Guide {
    at: &'static str,
    pieces: Vec<Piece>,
    sought: Option<String>,
}

impl Default for Guide {
    fn default() -> Self {
        Self { at: PAGES[0].0, pieces: Vec::new(), sought: None }
    }
}

impl Guide {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let mut wanted = None;
        if let Some((page, heading)) = cx.shared.page.take() {
            wanted = Some(page);
            self.sought = Some(heading);
        }
        let is_of_type = AssetType::named(self.at).is_some();
        for (index, (name, title, _)) in PAGES.into_iter().enumerate() {
            let lit = self.at == name || name == ASSETS && is_of_type;
            wanted = choice(cx, index > 0, name, title, lit).or(wanted);
        }
        if is_of_type || self.at == ASSETS {
            for (index, kind) in AssetType::ALL.iter().enumerate() {
                wanted = choice(cx, index > 0, kind.name(), kind.name(), self.at == kind.name()).or(wanted);
            }
        }
        if self.pieces.is_empty() || wanted.is_some_and(|wanted| wanted != self.at) {
            self.at = wanted.unwrap_or(self.at);
            self.pieces = text(self.at).map_or_else(Vec::new, |text| pieces(&text));
        }
        ui.separator();
        ui.child_window(format!("##guide/{}", self.at)).build(|| {
            for piece in &self.pieces {
                match piece {
                    Piece::Heading(words) => {
                        ui.spacing();
                        ui.text_colored(ink(ui, AMBER), words);
                        if self.sought.as_ref().is_some_and(|sought| sought == words) {
                            self.sought = None;
                            ui.set_scroll_here_y_with_ratio(0.0);
                            cx.widget_rects.item(ui, format!("guide/heading/{words}"));
                        }
                    }
                    Piece::Words(words) => ui.text_wrapped(words),
                    Piece::Line(line) => ui.text_disabled(line),
                }
            }
        });
    }
}

fn choice(cx: &mut PanelContext<'_>, beside: bool, name: &'static str, title: &str, lit: bool) -> Option<&'static str> {
    let ui = cx.ui;
    if beside {
        cx.flow(ui.calc_text_size(title)[0] + 40.0);
    }
    let pressed = ui.radio_button_bool(title, lit);
    cx.widget_rects.item(ui, format!("guide/{name}"));
    pressed.then_some(name)
}

fn pieces(page: &str) -> Vec<Piece> {
    let (mut found, mut words, mut is_code) = (Vec::new(), String::new(), false);
    let flush = |words: &mut String, found: &mut Vec<Piece>| {
        if !words.is_empty() {
            found.push(Piece::Words(plain(words)));
            words.clear();
        }
    };
    for line in page.lines() {
        let starts = line.starts_with("- ") || line.starts_with('|') || line.starts_with("![");
        if line.starts_with("```") || line.is_empty() || starts || line.starts_with('#') || is_code {
            flush(&mut words, &mut found);
        }
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            found.push(Piece::Line(line.to_owned()));
        } else if line.starts_with('#') {
            found.push(Piece::Heading(plain(line.trim_start_matches('#').trim())));
        } else if let Some((caption, file)) = picture(line) {
            found.push(Piece::Words(format!("[ {} ]  Picture: docs/{file}", plain(caption))));
        } else if line.starts_with("|---") {
            continue;
        } else if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            let cells: Vec<&str> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
            found.push(match cells.as_slice() {
                [heading] => Piece::Heading(plain(heading)),
                _ => Piece::Words(plain(&cells.join("  ·  "))),
            });
        } else if line.is_empty() {
            found.push(Piece::Line(String::new()));
        } else {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(line.trim());
        }
    }
    flush(&mut words, &mut found);
    found
}

fn picture(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("![")?.split_once("](").and_then(|(caption, rest)| Some((caption, rest.split_once(')')?.0)))
}

fn plain(words: &str) -> String {
    let words = words.replace("**", "").replace('`', "");
    let (mut out, mut rest) = (String::new(), words.as_str());
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        let target = link.split_once("](").and_then(|(name, behind)| Some((name, behind.split_once(')')?.1)));
        let Some((name, behind)) = target else {
            out.push('[');
            rest = link;
            continue;
        };
        out.push_str(name);
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_headings_words_and_lines() {
        let page = "# A *page*\n\nSome **words** of `code`,\nand a [link](to.md#x).\n\n![A `cave`](pictures/p.png)\n| a | b |\n|---|---|\n| 1 | `[2]` |\n```ron\n  Unit()\n```\n";
        let words = |words: &str| Piece::Words(words.to_owned());
        let line = |line: &str| Piece::Line(line.to_owned());
        assert_eq!(
            pieces(page),
            [
                Piece::Heading("A *page*".to_owned()),
                line(""),
                words("Some words of code, and a link."),
                line(""),
                words("[ A cave ]  Picture: docs/pictures/p.png"),
                words("a  ·  b"),
                words("1  ·  [2]"),
                line("  Unit()"),
            ]
        );
    }

    #[test]
    fn pictures_are_where_the_pages_say() {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let files =
            PAGES.iter().flat_map(|(.., page)| page.lines().filter_map(picture)).map(|(_, file)| docs.join(file));
        let files: Vec<_> = files.collect();
        assert!(!files.is_empty() && files.iter().all(|file| file.is_file()), "{files:?}");
    }

    #[test]
    fn every_kind_and_every_asset_has_its_heading() {
        let has = |page: &str, heading: &str| {
            pieces(&text(page).expect("a page")).contains(&Piece::Heading(heading.to_owned()))
        };
        for kind in foretoken_action_assets::KindRegistry::core().iter() {
            assert!(has("actions", kind.name), "{}", kind.name);
        }
        for kind in AssetType::ALL {
            assert!(has(kind.name(), kind.name()), "{}", kind.name());
        }
    }
}
