//! An asset type and kinds that use each widget.

use foretoken_action_assets::compile::Compiler;
use foretoken_action_assets::{
    Asset, Choice, Field, Formula, Inspect, Inspector, Kind, KindRegistry, NameRole, Part, Pattern,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Action {
    pub name: String,
    pub note: String,
    pub body: Vec<Part>,
}

impl Asset for Action {
    const TYPE: &'static str = "Action";
}

impl Inspect for Action {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Displayed name.").required(), &mut self.name);
        inspector.text(Field::new("note", "What to remember about it."), &mut self.note);
        inspector.parts(Field::new("body", "Steps of the action, in order."), &mut self.body);
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    pub target: String,
    pub distance: i32,
}

impl Default for Push {
    fn default() -> Self {
        Push { target: "T1".to_owned(), distance: 1 }
    }
}

impl Inspect for Push {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("target", "Target.").required(), &mut self.target, NameRole::UsesTarget);
        inspector.number(Field::new("distance", "Number of cells."), &mut self.distance, 0..=9);
    }
}

impl Kind for Push {
    fn name(&self) -> &'static str {
        "Push"
    }

    fn doc(&self) -> &'static str {
        "Pushes a target away."
    }

    fn summary(&self) -> String {
        format!("push {} by {}", self.target, self.distance)
    }

    fn compile(&self, _compiler: &mut Compiler<'_>) {}
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    pub body: Vec<Part>,
}

impl Inspect for List {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.parts(Field::new("body", "Steps, in order."), &mut self.body);
    }
}

impl Kind for List {
    fn name(&self) -> &'static str {
        "List"
    }

    fn doc(&self) -> &'static str {
        "Does one thing after another."
    }

    fn summary(&self) -> String {
        format!("{} in order", self.body.len())
    }

    fn compile(&self, _compiler: &mut Compiler<'_>) {}
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wait;

impl Inspect for Wait {
    fn inspect(&mut self, _inspector: &mut dyn Inspector) {}
}

impl Kind for Wait {
    fn name(&self) -> &'static str {
        "Wait"
    }

    fn doc(&self) -> &'static str {
        "Does nothing."
    }

    fn summary(&self) -> String {
        "wait".to_owned()
    }

    fn compile(&self, _compiler: &mut Compiler<'_>) {}
}

#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    pub stat: String,
    pub amount: i32,
}

impl Default for Gain {
    fn default() -> Self {
        Gain { stat: "hp".to_owned(), amount: 1 }
    }
}

impl Inspect for Gain {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("stat", "Which stat."), &mut self.stat);
        inspector.number(Field::new("amount", "By how much."), &mut self.amount, -99..=99);
    }
}

pub const ANCHORS: &[Choice] = &[Choice::new("Actor", "Who acts."), Choice::new("Cell", "A cell of the board.")];
pub const TAGS: &[Choice] =
    &[Choice::new("Fire", "Burns."), Choice::new("Water", "Wets."), Choice::new("Wind", "Blows.")];

#[derive(Clone, Debug, PartialEq)]
pub struct Blast {
    pub target: String,
    pub range: (i32, i32),
    pub anchor: usize,
    pub tags: Vec<usize>,
    pub damage: Formula,
    pub surface: String,
    pub area: Pattern,
    pub veiled: bool,
    pub labels: Vec<String>,
    pub first: Gain,
    pub gains: Vec<Gain>,
}

impl Default for Blast {
    fn default() -> Self {
        Blast {
            target: "T1".to_owned(),
            range: (1, 3),
            anchor: 1,
            tags: vec![],
            damage: Formula::from(4),
            surface: String::new(),
            area: Pattern::default(),
            veiled: false,
            labels: vec![],
            first: Gain { stat: "mp".to_owned(), amount: 2 },
            gains: vec![],
        }
    }
}

impl Inspect for Blast {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("target", "The cell's name."), &mut self.target, NameRole::DeclaresTarget);
        inspector.range(Field::new("range", "How far."), &mut self.range, 0..=99);
        inspector.choice(Field::new("anchor", "From where."), &mut self.anchor, ANCHORS);
        inspector.choices(Field::new("tags", "What it counts as."), &mut self.tags, TAGS);
        inspector.formula(Field::new("damage", "How much."), &mut self.damage);
        inspector.reference(Field::new("surface", "What it leaves."), &mut self.surface, "surface");
        inspector.pattern(Field::new("area", "Which cells."), &mut self.area);
        inspector.flag(Field::new("veiled", "Whether foes see it."), &mut self.veiled);
        inspector.texts(Field::new("labels", "What is shown."), &mut self.labels);
        inspector.group(Field::new("first", "What is gained first."), &mut self.first);
        inspector.groups(Field::new("gains", "What else is gained."), &mut self.gains);
    }
}

impl Kind for Blast {
    fn name(&self) -> &'static str {
        "Blast"
    }

    fn doc(&self) -> &'static str {
        "Strikes an area."
    }

    fn summary(&self) -> String {
        format!("blast {} for {}", self.target, self.damage.as_str())
    }

    fn compile(&self, _compiler: &mut Compiler<'_>) {}
}

pub fn registry() -> KindRegistry {
    KindRegistry::new()
        .with::<Push>()
        .and_then(KindRegistry::with::<List>)
        .and_then(KindRegistry::with::<Wait>)
        .and_then(KindRegistry::with::<Blast>)
        .expect("the toy kinds have different names")
}

/// Returns an action without default values.
pub fn rich_action() -> Action {
    let blast = Blast {
        target: "T2".to_owned(),
        range: (0, 2),
        anchor: 0,
        tags: vec![0, 2],
        damage: Formula::from("2d6 + might"),
        surface: "embers".to_owned(),
        area: Pattern::from_cells([(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)]).expect("these are near"),
        veiled: true,
        labels: vec!["hot".to_owned(), "a \"quote\"\n\u{7}".to_owned()],
        first: Gain { stat: "mp".to_owned(), amount: 3 },
        gains: vec![Gain::default(), Gain { stat: "hp".to_owned(), amount: -5 }],
    };
    let mut pushed = Part::of(Push { target: "T2".to_owned(), distance: 3 });
    pushed.note = "away from the fire".to_owned();
    let inner = List { body: vec![pushed, Part::of(Wait)] };
    Action {
        name: "Firestorm".to_owned(),
        note: "The apprentice's last spell.".to_owned(),
        body: vec![Part::of(blast), Part::of(inner)],
    }
}
