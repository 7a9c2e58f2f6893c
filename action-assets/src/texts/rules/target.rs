//! Texts of targets, requests, regions and areas.

use super::Describer;
use foretoken_vm::program::{Address, Amount, Area, Asks, Fallback, Filter, Request, Token};
use foretoken_vm::regions::{Between, Bound, Heights, Region, RegionId, ShapeText, blocked};
use foretoken_vm::space::Pattern;

const PICK: &str = "(pick)";

impl Describer<'_> {
    pub(super) fn target(&self, address: Address) -> String {
        match address {
            Address::SELF => self.bearer.to_owned(),
            Address::CAUSE => "the other unit".to_owned(),
            Address::HERE => "this cell".to_owned(),
            Address::BOARD => "the board".to_owned(),
            Address(_) => match self.request_of(address) {
                Some(request) if request.asks == Asks::Direction => {
                    format!("the cell next to {} {}", self.from(request), self.that_way(address))
                }
                // A slot contains the last pick; a loop visits all.
                Some(request) if request.several().is_some() && request.asks != Asks::Region => {
                    match self.names_targets {
                        true => format!("the last of {}", self.named(address)),
                        false => "the last of them".to_owned(),
                    }
                }
                _ => self.named(address),
            },
        }
    }

    fn named(&self, address: Address) -> String {
        let name = self.program.debug.names.get(usize::from(address.0)).map_or("?", String::as_str);
        if name == PICK {
            return "that cell".to_owned();
        }
        if self.is_only_each(address) {
            return "each".to_owned();
        }
        if self.names_targets { name.to_owned() } else { "the target".to_owned() }
    }

    fn is_only_each(&self, address: Address) -> bool {
        let name = |at: Address| self.program.debug.names.get(usize::from(at.0)).map(String::as_str);
        let at = |token: &Token| match token {
            Token::Each(each) => Some(each.at),
            Token::EachPick(each) if name(each.at) != Some(PICK) => Some(each.at),
            _ => None,
        };
        let mut loops = self.program.code.iter().filter_map(at);
        loops.next() == Some(address) && loops.next().is_none()
    }

    pub(super) fn list(&self, address: Address) -> String {
        if self.request_of(address).is_some() { self.named(address) } else { self.target(address) }
    }

    pub(super) fn way(&self, address: Address) -> Option<String> {
        let request = self.request_of(address).filter(|request| request.asks == Asks::Direction);
        request.map(|_| self.that_way(address))
    }

    fn that_way(&self, address: Address) -> String {
        if self.names_targets {
            format!("in direction {}", self.named(address))
        } else {
            "in that direction".to_owned()
        }
    }

    pub(super) fn mover(&self, address: Address) -> String {
        match self.request_of(address) {
            Some(request) if request.asks == Asks::Direction => format!("the unit on {}", self.target(address)),
            _ => self.target(address),
        }
    }

    fn request_of(&self, address: Address) -> Option<&Request> {
        let declares = |token: &Token| match token {
            Token::Declare(declare) if declare.at == address => Some(usize::from(declare.ask.request)),
            _ => None,
        };
        let is_slot = ![Address::SELF, Address::CAUSE, Address::HERE, Address::BOARD].contains(&address);
        let at = self.program.code.iter().find_map(declares).filter(|_| is_slot)?;
        self.program.requests.get(at)
    }

    fn from(&self, request: &Request) -> String {
        if request.from == Address::SELF { self.bearer.to_owned() } else { self.target(request.from) }
    }

    pub(super) fn who(&self, target: Address, area: Area) -> String {
        let middle = self.target(target);
        let who = match sides(area.filter).as_str() {
            "" if area.pattern == 0 && area.filter.is_open() => return middle,
            "" => "each unit".to_owned(),
            _ => all_of(area.filter),
        };
        if area.pattern == 0 {
            let who = with_article(&who.replace("each ", "").replace(" and ", " or "));
            format!("{middle}, if it is {}", who.replace("an other", "another"))
        } else {
            format!("{who} {}", self.area(target, area))
        }
    }

    pub(super) fn area(&self, target: Address, area: Area) -> String {
        let middle = self.target(target);
        let Some(pattern) = self.book.patterns.get(usize::from(area.pattern)).filter(|_| area.pattern > 0) else {
            return format!("on {}", self.target(target));
        };
        let turned = if area.is_turned && !area.is_aimed { ", turned in that direction" } else { "" };
        let sheltered = if area.is_sheltered { " (not behind walls or smoke)" } else { "" };
        let region = pattern.region.and_then(|region| self.book.region(RegionId(region)));
        let place = match region {
            Some(region) => {
                let cells = format!("the cells {},", self.region_with(region, region.across));
                Drawn { cells, form: Form::Around, besides: "" }
            }
            None => drawn(pattern),
        };
        let place = match area.is_aimed {
            true => {
                let sign = match place.form {
                    Form::Picture(sign) => format!(" ({sign} is {})", self.bearer),
                    _ => String::new(),
                };
                format!("{} from {} to {middle}{}{sign}", place.cells, self.bearer, place.besides)
            }
            false => place.at(&middle),
        };
        format!("on {place}{turned}{sheltered}")
    }

    pub(super) fn request(&self, request: &Request) -> String {
        let picks = |thing: String| match request.several() {
            None => thing,
            Some(several) => {
                let (least, most) = (self.amount(several.least), self.amount(several.most));
                let number = if least == most { most } else { format!("{least} to {most}") };
                let chain = if several.is_chain { ", each from the one before" } else { "" };
                let again = if several.repeats { ", repeats allowed" } else { "" };
                format!("{number} targets: {thing}{chain}{again}")
            }
        };
        let from = self.from(request);
        let surface = request.surface.checked_sub(1).and_then(|at| self.book.surfaces.get(usize::from(at)));
        let surface = surface.map_or(String::new(), |kind| format!(" on {}", kind.name.replace('-', " ")));
        match request.asks {
            Asks::Direction if request.from == Address::SELF => "a direction".to_owned(),
            Asks::Direction => format!("a direction from {from}"),
            Asks::Number => format!("a number from {} to {}", self.amount(request.min), self.amount(request.max)),
            Asks::Region => format!("a whole region{surface},{}", self.reach(request, &from)),
            Asks::Cell | Asks::Unit => {
                let reach = self.reach(request, &from);
                picks(format!("{}{surface}{reach}", thing(request)))
            }
        }
    }

    pub(super) fn asked(&self, request: &Request) -> (&'static str, &'static str) {
        let how = match (request.flags.automatic, request.fallback) {
            (true, Fallback::Weakest) => "The weakest",
            (true, Fallback::Actor) => "Itself",
            (true, _) => "The nearest",
            (false, _) => "Target",
        };
        let without = match request.fallback {
            Fallback::Nearest if !request.flags.automatic => ", otherwise the nearest",
            Fallback::Weakest if !request.flags.automatic => ", otherwise the weakest",
            Fallback::Actor if !request.flags.automatic => ", otherwise itself",
            _ if request.flags.optional => " (optional)",
            _ => "",
        };
        (how, without)
    }

    fn reach(&self, request: &Request, from: &str) -> String {
        if request.region == RegionId::WALK && Self::is(request.max, 255) {
            return " that it can walk to".to_owned();
        }
        let Some(region) = self.book.region(request.region) else { return String::new() };
        let words = self.region_with(region, Some((request.min, request.max)));
        let is_from_user = request.from == Address::SELF;
        let is_measured = region.shape.bound() == Bound::Asked;
        let words = if is_measured && !is_from_user { format!("{words} (measured from {from})") } else { words };
        if words.is_empty() { words } else { format!(" {words}") }
    }

    pub(super) fn region_with(&self, region: &Region, across: Option<(Amount, Amount)>) -> String {
        self.region_within(region, across, 3)
    }

    fn pattern(&self, at: u16) -> String {
        self.book.patterns.get(usize::from(at)).map_or(String::new(), |pattern| drawn(pattern).alone())
    }

    fn region_within(&self, region: &Region, across: Option<(Amount, Amount)>, depth: u8) -> String {
        let far = |unit: &str| across.map_or(String::new(), |(least, most)| self.far(least, most, unit));
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        let parts = |ids: &[RegionId], joint: &str| {
            let parts = ids.iter().filter_map(|&id| self.book.region(id));
            let words: Vec<_> = parts.map(|part| self.region_within(part, part.across.or(across), depth)).collect();
            words.join(joint)
        };
        let mut words = match region.shape.told() {
            ShapeText::Far(told) => match (told.beside, across) {
                (Some(beside), Some((least, most))) if Self::is(least, 1) && Self::is(most, 1) => beside.to_owned(),
                _ => format!("{}{}{}", told.before, far(told.unit), told.after),
            },
            ShapeText::Words(words) => words.to_owned(),
            ShapeText::Cells(at, after) => format!("{}{after}", self.pattern(at)),
            ShapeText::Parts(ids, joint) => parts(ids, joint),
            ShapeText::Custom(at) => {
                let custom = self.book.custom_regions.get(usize::from(at));
                format!("by {}, {}", custom.map_or("?", |custom| custom.name), far("cell"))
            }
        };
        words.push_str(&self.heights(region, across));
        match (region.between, region.blocked_by) {
            (Between::Pick, _) => {}
            (Between::Line, blocked::EVERYTHING) => words.push_str(", up to the first unit or wall"),
            (Between::Line, bits) if bits & !blocked::WALLS == 0 => words.push_str(", in sight"),
            (Between::Line, bits) => words.push_str(&format!(", in sight, blocked by {}", stoppers(bits))),
            (Between::Arc, _) => words.push_str(", over low obstacles"),
            (Between::Move, _) => words.push_str(", by a free path"),
            (Between::Obstruction, _) => words.push_str(", the first unit or wall"),
        }
        if let Some(formula) = region.predicate {
            let words_of = || self.formula(formula);
            words.push_str(&format!(", where {}", self.ground_asked(formula).unwrap_or_else(words_of)));
        }
        words
    }

    /// Describes the heights of a region. On a level map they are left out; without a map, only unusual ones appear.
    fn heights(&self, region: &Region, across: Option<(Amount, Amount)>) -> String {
        let board = &self.book.board;
        let has_map = board.cells().next().is_some();
        if has_map && !board.has_heights() && board.floors() < 2 {
            return String::new();
        }
        let usual = across.and_then(|(_, most)| match most {
            Amount::Const(most) => Some((most, most + 1)),
            Amount::Formula(_) => None,
        });
        let told = |up: String, down: String, is_one: bool| {
            let plural = if is_one { "" } else { "s" };
            format!(", {up} step{plural} up and {down} down")
        };
        match region.heights {
            Heights::Any => {
                let is_core = Region::core().iter().any(|core| core.name == region.name);
                if !is_core || has_map && region.shape.expects_heights() {
                    ", at any height".to_owned()
                } else {
                    String::new()
                }
            }
            Heights::AsFar => usual
                .filter(|_| has_map)
                .map_or_else(String::new, |(up, down)| told(up.to_string(), down.to_string(), up == 1)),
            Heights::Within { up, down } => {
                let bounds = |(least, most): (Amount, Amount)| match Self::is(least, 0) {
                    true => self.amount(most),
                    false => format!("{} to {}", self.amount(least), self.amount(most)),
                };
                let is_usual = usual.is_some_and(|(most_up, most_down)| {
                    [up.0, up.1, down.0, down.1] == [0, most_up, 0, most_down].map(Amount::Const)
                });
                if is_usual && !has_map { String::new() } else { told(bounds(up), bounds(down), Self::is(up.1, 1)) }
            }
        }
    }

    fn ground_asked(&self, formula: u32) -> Option<String> {
        let source = self.book.formulas.get(formula as usize)?.source.as_str();
        let (is, asked) = source.strip_prefix("not ").map_or(("is", source), |asked| ("is not", asked));
        let number = asked.strip_prefix("terrain(")?.strip_suffix(", here)")?;
        number.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then(|| {
            let number = number.replace('_', " ");
            format!("the ground {is} {number}")
        })
    }

    fn far(&self, least: Amount, most: Amount, unit: &str) -> String {
        let plural = if Self::is(most, 1) { "" } else { "s" };
        match (least, most) {
            (Amount::Const(least), Amount::Const(most)) if least == most => format!("{most} {unit}{plural} away"),
            (Amount::Const(0 | 1), most) => format!("up to {} {unit}{plural} away", self.amount(most)),
            (least, most) => format!("{} to {} {unit}{plural} away", self.amount(least), self.amount(most)),
        }
    }
}

pub(super) fn with_article(words: &str) -> String {
    let first = words.chars().next().unwrap_or('a');
    if words == "itself" || words.starts_with("a ") {
        words.to_owned()
    } else if "aeiou".contains(first) {
        format!("an {words}")
    } else {
        format!("a {words}")
    }
}

fn thing(request: &Request) -> String {
    let filter = request.filter;
    let sides = sides(filter);
    let who = with_article(if sides.is_empty() { "unit" } else { &sides });
    match request.asks {
        Asks::Unit if sides.is_empty() && !filter.has(Filter::ACTS) => {
            let is_other = request.from == Address::SELF && matches!(request.min, Amount::Const(1..));
            if is_other { "another unit" } else { "a unit" }.to_owned()
        }
        Asks::Unit => who,
        _ if filter.has(Filter::EMPTY) => "an empty cell".to_owned(),
        _ if filter.is_open() => "a cell".to_owned(),
        _ if sides.is_empty() => "a cell with a unit".to_owned(),
        _ => format!("the cell of {who}"),
    }
}

pub(super) fn sides(filter: Filter) -> String {
    let named =
        [(Filter::ENEMY, "enemy"), (Filter::ALLY, "ally"), (Filter::SELF, "itself"), (Filter::NEUTRAL, "thing")];
    let sides: Vec<&str> = named.into_iter().filter(|(bit, _)| filter.has(*bit)).map(|(_, word)| word).collect();
    sides.join(" or ")
}

pub(super) fn all_of(filter: Filter) -> String {
    let others = [Filter::ENEMY, Filter::ALLY, Filter::NEUTRAL].into_iter().all(|bit| filter.has(bit));
    match (others, filter.has(Filter::SELF)) {
        (true, true) => "each unit".to_owned(),
        (true, false) => "each other unit".to_owned(),
        (false, _) => format!("each {}", sides(filter).replace(" or ", " and ")),
    }
}

fn stoppers(bits: u8) -> String {
    let named = [
        (blocked::WALLS, "walls"),
        (blocked::ENEMIES, "enemies"),
        (blocked::ALLIES, "allies"),
        (blocked::THINGS, "things"),
    ];
    named.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

struct Drawn {
    cells: String,
    form: Form,
    besides: &'static str,
}

#[derive(Clone, Copy)]
enum Form {
    Own,
    Around,
    From,
    Behind,
    Picture(char),
}

impl Drawn {
    fn at(&self, middle: &str) -> String {
        let Self { cells, besides, .. } = self;
        match self.form {
            Form::Own => middle.to_owned(),
            Form::Around => format!("{cells} around {middle}{besides}"),
            Form::From => format!("{cells} starting at {middle}"),
            Form::Behind => format!("{cells} behind {middle}"),
            Form::Picture(sign) => format!("{cells} ({sign} is {middle})"),
        }
    }

    fn alone(&self) -> String {
        let Self { cells, besides, .. } = self;
        match self.form {
            Form::Own => cells.clone(),
            Form::Around => format!("{cells} around{besides}"),
            Form::From => format!("{cells} starting there"),
            Form::Behind => format!("{cells} behind"),
            Form::Picture(sign) => format!("{cells} ({sign} is the middle)"),
        }
    }
}

fn drawn(pattern: &Pattern) -> Drawn {
    let mut cells: Vec<(i8, i8)> = pattern.cells.clone();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    let far = cells.iter().map(|&(x, y)| i32::from(x).abs().max(i32::from(y).abs())).max().unwrap_or_default();
    let own = cells.contains(&(0, 0));
    let least = i32::from(!own);
    let all = |holds: &dyn Fn(i32, i32) -> bool| {
        let within = |(x, y): (i32, i32)| holds(x, y) && (own || (x, y) != (0, 0));
        let count = (-far..=far).flat_map(|y| (-far..=far).map(move |x| (x, y))).filter(|&cell| within(cell)).count();
        count == cells.len() && cells.iter().all(|&(x, y)| within((x.into(), y.into())))
    };
    let s = if far == 1 { "" } else { "s" };
    let besides = if own { "" } else { " (without the middle)" };
    let (words, form) = match () {
        () if cells.is_empty() => ("no cell".to_owned(), Form::Around),
        () if far == 0 => ("the cell".to_owned(), Form::Own),
        () if all(&|x, y| x.abs() + y.abs() <= far) => (format!("the cells up to {far} step{s}"), Form::Around),
        () if all(&|x, y| x.abs().max(y.abs()) <= far) => (format!("the square of up to {far} cell{s}"), Form::Around),
        () if all(&|x, y| y == 0 && x >= least) => {
            let words = match cells.len() {
                1 => "the cell".to_owned(),
                count => format!("a line of {count} cells"),
            };
            (words, if own { Form::From } else { Form::Behind })
        }
        () if all(&|x, y| x == 0 || y == 0) => (format!("the cross of up to {far} cell{s}"), Form::Around),
        () => {
            let (left, right) = (
                cells.iter().map(|c| c.0).min().unwrap_or(0).min(0),
                cells.iter().map(|c| c.0).max().unwrap_or(0).max(0),
            );
            let (top, bottom) = (
                cells.iter().map(|c| c.1).min().unwrap_or(0).min(0),
                cells.iter().map(|c| c.1).max().unwrap_or(0).max(0),
            );
            let glyph = |x: i8, y: i8| match (cells.contains(&(x, y)), (x, y) == (0, 0)) {
                (true, true) => 'X',
                (true, false) => '#',
                (false, true) => '@',
                (false, false) => '.',
            };
            let rows: Vec<String> = (top..=bottom).map(|y| (left..=right).map(|x| glyph(x, y)).collect()).collect();
            let s = if cells.len() == 1 { "" } else { "s" };
            let words = format!("{} cell{s} [{}]", cells.len(), rows.join(" / "));
            (words, Form::Picture(if own { 'X' } else { '@' }))
        }
    };
    let is_whole = cells.len() > 1 && matches!(form, Form::Around);
    Drawn { cells: words, form, besides: if is_whole { besides } else { "" } }
}
