//! Asset types with files of their own.

mod action;
mod campaign;
mod cell_line;
mod corners;
mod deciders;
mod deck;
mod effect_source;
mod floors;
mod formula;
mod item;
mod loot;
mod policy;
mod region;
mod rules;
mod scenario;
mod shapes;
mod skill;
mod stat;
mod status;
mod surface;
mod terrain;
mod unit;

pub use action::{Action, COSTS, TURNS};
pub use campaign::{
    CampaignAsset, ChangeRule, ENDS, LOSSES, LayerRule, LoadoutRule, MemberRule, OfferRule, OptionRule, PoolSkill,
    RoomRule, SHOWN, SpendRule, TemplateRule, UnlockRule, ValueRule, WayRule,
};
pub(crate) use cell_line::LineFault;
pub use corners::CORNERS;
pub(crate) use corners::{read_corners, write_corners};
pub use deciders::{DECIDERS, DeciderRule, PLANNER_LEVELS};
pub use deck::{DeckAsset, FIRST_SLOTS};
pub use effect_source::{
    ALTERED, AuraRule, CHANGES, DamageModifierRule, EVENTS, EffectSourceRules, MODES, ModifierRule, ParameterRule,
    REACHES, ROLES, ReactionRule, STAGES, TOWARD,
};
pub use floors::{FloorLayer, HOLE, height_char};
pub use formula::FormulaAsset;
pub use item::ItemAsset;
pub use loot::{OfferChance, chances_of_draws, offer_chances};
pub use policy::{AIMS, PolicyAsset, PolicyRow, PolicyUse};
pub use region::{BETWEENS, BLOCKERS, RegionAsset, SHAPES};
pub use rules::{BOARD_HIDDEN, COLUMN_OWNERS, ColumnRule, LimitsRule, Rules};
pub use scenario::{
    CastRule, FACINGS, GoalRule, LINK_BACKS, LegendEntry, LessonStep, MapLink, OrderParameter, Scenario, SpawnRule,
    TEAMS, TimedRule,
};
pub(crate) use shapes::{read_shape, shape_words, write_shape};
pub use skill::{CostRule, ORDERS, SkillAsset};
pub use stat::{FOLLOWS, MULTIPLIERS, ROUNDINGS, StatAsset};
pub use status::{AGAINS, CLOCKS, COMMITTED, COUNTED, EXPIRIES, OVERFLOWS, StatusAsset};
pub use surface::SurfaceAsset;
pub use terrain::TerrainAsset;
pub use unit::{StartRule, UnitAsset};

use crate::demonstration::Demonstration;
use crate::diagnostic::{Diagnostic, Diagnostics, is_hidden, is_zero_width};
use crate::inspect::Inspect;
use crate::kind::KindRegistry;
use crate::part::Spans;
use crate::read::read_into;
use crate::syntax::{Node, Span, keep_comments, parse, print};
use crate::walk::{self, Value};
use crate::write::{Asset, write_node};

macro_rules! assets {
    ($($name:ident($type:ident): $folder:literal, $reference:literal,)*) => {
        /// The types of assets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AssetType {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $name,)*
        }

        impl AssetType {
            /// All types, in the order of a pack's list.
            pub const ALL: &'static [AssetType] = &[$(AssetType::$name,)*];

            /// Returns the name before the bracket in a file.
            pub fn name(self) -> &'static str {
                match self { $(AssetType::$name => <$type as Asset>::TYPE,)* }
            }

            /// Returns the folder in a pack; empty for the pack's own folder.
            pub fn folder(self) -> &'static str {
                match self { $(AssetType::$name => $folder,)* }
            }

            /// Returns the word for the type in references.
            pub fn reference(self) -> &'static str {
                match self { $(AssetType::$name => $reference,)* }
            }

            /// Creates a default asset.
            pub fn make(self) -> AnyAsset {
                match self { $(AssetType::$name => AnyAsset::$name($type::default()),)* }
            }
        }

        /// An asset of any type.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyAsset {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $name($type),)*
        }

        impl AnyAsset {
            /// Returns the type.
            pub fn asset_type(&self) -> AssetType {
                match self { $(AnyAsset::$name(_) => AssetType::$name,)* }
            }

            /// Returns the fields.
            pub fn inspect_mut(&mut self) -> &mut dyn Inspect {
                match self { $(AnyAsset::$name(value) => value,)* }
            }
        }
    };
}

assets! {
    Action(Action): "actions", "action",
    Campaign(CampaignAsset): "campaigns", "campaign",
    Deck(DeckAsset): "decks", "deck",
    Formula(FormulaAsset): "formulas", "formula",
    Item(ItemAsset): "items", "item",
    Policy(PolicyAsset): "policies", "policy",
    Region(RegionAsset): "regions", "region",
    Rules(Rules): "", "rules",
    Scenario(Scenario): "scenarios", "scenario",
    Skill(SkillAsset): "skills", "skill",
    Stat(StatAsset): "stats", "stat",
    Status(StatusAsset): "statuses", "status",
    Surface(SurfaceAsset): "surfaces", "surface",
    Terrain(TerrainAsset): "terrains", "terrain",
    Unit(UnitAsset): "units", "unit",
}

impl AssetType {
    /// Returns the type whose files begin with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the type and asset name of a path.
    pub fn of_path(path: &str) -> Option<(Self, &str)> {
        if path == "rules.ron" {
            return Some((AssetType::Rules, "rules"));
        }
        let (folder, file) = path.split_once('/')?;
        let name = file.strip_suffix(".ron").filter(|name| !name.contains('/'))?;
        let kind = Self::ALL.iter().copied().find(|kind| kind.folder() == folder)?;
        Some((kind, name))
    }

    /// Returns the path in a pack of an asset with this name.
    pub fn path(self, name: &str) -> String {
        match self {
            AssetType::Rules => "rules.ron".to_owned(),
            _ => format!("{}/{name}.ron", self.folder()),
        }
    }
}

impl AnyAsset {
    /// Returns the demonstrations, if the type has them.
    pub fn demonstrations(&self) -> Option<&[Demonstration]> {
        match self {
            AnyAsset::Action(action) => Some(&action.demonstrations),
            _ => None,
        }
    }

    /// Returns the demonstrations, mutable.
    pub fn demonstrations_mut(&mut self) -> Option<&mut Vec<Demonstration>> {
        match self {
            AnyAsset::Action(action) => Some(&mut action.demonstrations),
            _ => None,
        }
    }

    /// Returns the canonical text.
    pub fn to_text(&self) -> String {
        print(&self.to_node())
    }

    /// Returns the tree of the canonical text.
    pub fn to_node(&self) -> Node {
        let kind = self.asset_type();
        // Inspection may change a value, so inspect a copy.
        write_node(kind.name(), self.clone().inspect_mut(), kind.make().inspect_mut())
    }

    /// Reads an asset of a known type.
    pub fn read(
        kind: AssetType,
        file: &str,
        bytes: &[u8],
        registry: &KindRegistry,
        diagnostics: &mut Diagnostics,
    ) -> Option<(AnyAsset, Spans)> {
        let node = parse(file, bytes, diagnostics)?;
        let mut asset = kind.make();
        let spans = read_into(file, kind.name(), asset.inspect_mut(), &node, registry, diagnostics);
        asset.refuse_hidden(file, &spans, diagnostics);
        Some((asset, spans))
    }
}

impl AnyAsset {
    pub(crate) fn span_of(&mut self, spans: &Spans, path: &str) -> Option<Span> {
        let (part, field) = walk::part_of(self.inspect_mut(), path);
        let within = walk::with_part(self.inspect_mut(), part, |part| part.spans.nearest(field).or(part.spans.own));
        within.flatten().or_else(|| spans.nearest(path))
    }

    /// Refuses hidden characters in names and texts. Texts other than titles may have line feeds.
    fn refuse_hidden(&mut self, file: &str, spans: &Spans, diagnostics: &mut Diagnostics) {
        let mut found = Vec::new();
        walk::walk(self.inspect_mut(), "", &mut |path, field, value| {
            let lines = field.name != "title" && !matches!(value, Value::Name(..) | Value::Reference(..));
            let refused = |text: &str| {
                let hidden = text.chars().find(|&c| is_hidden(c) && !(lines && matches!(c, '\n' | '\t')));
                hidden.or_else(|| text.chars().find(|&c| is_zero_width(c)))
            };
            match &value {
                Value::Text(text) | Value::Name(text, _) | Value::Reference(text, _) => {
                    found.extend(refused(text).map(|c| (path.to_owned(), c)));
                }
                Value::Texts(texts) => {
                    let refused = texts.iter().enumerate().filter_map(|(at, text)| Some((at, refused(text)?)));
                    found.extend(refused.map(|(at, c)| (format!("{path}[{at}]"), c)));
                }
                _ => {}
            }
        });
        for (path, c) in found {
            if is_zero_width(c) {
                let message = format!("the character U+{:04X} has no width, so readers cannot see it", u32::from(c));
                let mut fault = Diagnostic::warning("zero-width", message).file(file).path(path.as_str());
                fault.span = self.span_of(spans, &path);
                diagnostics.push(fault.help("remove the character"));
                continue;
            }
            let message =
                format!("the character U+{:04X} is invisible and changes how other characters appear", u32::from(c));
            let mut fault = Diagnostic::error("hidden-character", message).file(file).path(path.as_str());
            fault.span = self.span_of(spans, &path);
            diagnostics.push(fault.help("remove the character"));
        }
    }
}

/// Formats a text and keeps its comments.
///
/// # Errors
///
/// Returns the faults, or a comment without a place in the canonical form.
pub fn fmt_text(file: &str, text: &str, registry: &KindRegistry) -> Result<String, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    if let Some(node) = parse(file, text.as_bytes(), &mut diagnostics) {
        match node.name().and_then(AssetType::named) {
            Some(kind) => {
                let mut asset = kind.make();
                let spans = read_into(file, kind.name(), asset.inspect_mut(), &node, registry, &mut diagnostics);
                asset.refuse_hidden(file, &spans, &mut diagnostics);
                if !diagnostics.has_errors() {
                    let canonical = asset.to_text();
                    let comment = diagnostics.iter().find(|found| found.code == "comment").and_then(|found| found.span);
                    let Some(span) = comment else { return Ok(canonical) };
                    if let Some(kept) = keep_comments(text, &canonical) {
                        return Ok(kept);
                    }
                    let message =
                        "`foretoken fmt` and the editor cannot keep a comment in this place: they would delete it";
                    let fault = Diagnostic::error("comment-kept", message).file(file).at(span);
                    diagnostics.push(fault.help("move the text into a `note` field, or to a line of its own"));
                }
            }
            None => {
                let names: Vec<&str> = AssetType::ALL.iter().map(|kind| kind.name()).collect();
                let message = format!("an asset begins with one of {}", names.join(", "));
                diagnostics.push(Diagnostic::error("wrong-type", message).file(file).at(node.head()));
            }
        }
    }
    Err(diagnostics)
}
