//! Names of targets, directions and other slots of a program.

use super::Describer;
use super::phrase::capital;
use foretoken_vm::program::{Address, Asks, Filter, Request, Token};
use foretoken_vm::tokens::{Each, EachPick};

const PICK: &str = "(pick)";
const THAT_CELL: &str = "that cell";
const THAT_UNIT: &str = "that unit";

impl Describer<'_> {
    /// Returns the name of a position: a unit, a cell or the board.
    pub(super) fn target(&self, address: Address) -> String {
        match address {
            Address::SELF => self.bearer.to_owned(),
            Address::CAUSE => self.cause.to_owned(),
            Address::HERE => "this cell".to_owned(),
            Address::BOARD => "the board".to_owned(),
            Address(_) => match self.request_of(address) {
                Some(request) if request.asks == Asks::Direction => {
                    format!("the cell next to {} {}", self.from(request), self.that_way(address))
                }
                // A slot contains the last pick; a loop visits all.
                Some(request) if request.several().is_some() && self.asked.targets == 1 => "the last target".to_owned(),
                Some(request) if request.several().is_some() => format!("the last of {}", self.named(address)),
                _ => self.named(address),
            },
        }
    }

    /// Returns the name of a unit: of the slot itself, or of the unit on its cell.
    pub(super) fn unit_at(&self, address: Address) -> String {
        let is_cell = self.request_of(address).is_some_and(|request| request.asks == Asks::Direction);
        let name = self.target(address);
        if is_cell || name == THAT_CELL { format!("the unit on {name}") } else { name }
    }

    /// Returns the name of a unit, also if a target is the cell on which it stands.
    pub(super) fn unit_on(&self, address: Address) -> String {
        match self.request_of(address) {
            Some(request) if request.asks == Asks::Cell => format!("the unit on {}", self.target(address)),
            _ => self.unit_at(address),
        }
    }

    /// Returns the label of the line that declares a slot, such as `Target 2`.
    pub(super) fn label_of(&self, address: Address, request: &Request) -> String {
        let name = self.slot_name(address);
        match request.asks {
            Asks::Direction if self.asked.directions > 1 => capital(&numbered("direction", name)),
            Asks::Direction => "Direction".to_owned(),
            Asks::Number => format!("Number {name}"),
            Asks::Slot => format!("Slot {name}"),
            _ if self.asked.targets > 1 => capital(&numbered("target", name)),
            _ => "Target".to_owned(),
        }
    }

    /// Returns the name of a slot that holds a direction, in the words of a condition.
    pub(super) fn chosen(&self, address: Address) -> String {
        match self.request_of(address) {
            Some(request) if request.asks == Asks::Direction && self.asked.directions == 1 => "a direction".to_owned(),
            Some(_) if self.asked.targets == 1 => "a target".to_owned(),
            _ => self.named(address),
        }
    }

    /// Returns the name of a list of picks.
    pub(super) fn list(&self, address: Address) -> String {
        match self.request_of(address) {
            Some(request) if request.asks == Asks::Region => "these cells".to_owned(),
            Some(_) if self.asked.targets == 1 => "the targets".to_owned(),
            Some(_) => self.named(address),
            None => self.target(address),
        }
    }

    /// Returns the words for a direction, if the slot holds one.
    pub(super) fn way(&self, address: Address) -> Option<String> {
        let request = self.request_of(address).filter(|request| request.asks == Asks::Direction);
        request.map(|_| self.that_way(address))
    }

    /// Returns the address of a slot by its name in formulas.
    pub(super) fn address_of(&self, name: &str) -> Option<Address> {
        let at = self.program.debug.names.iter().position(|own| own == name)?;
        u8::try_from(at).ok().map(Address)
    }

    /// Returns the name of a loop's slot for its heading, if the loop needs one.
    pub(super) fn loop_name(&self, address: Address) -> String {
        if self.has_single_loops() { String::new() } else { format!(" ({})", self.named(address)) }
    }

    pub(super) fn from(&self, request: &Request) -> String {
        if request.from == Address::SELF { self.bearer.to_owned() } else { self.target(request.from) }
    }

    fn named(&self, address: Address) -> String {
        let name = self.slot_name(address);
        if name == PICK {
            return THAT_CELL.to_owned();
        }
        match self.looped(address) {
            Some(each) if self.has_single_loops() => return each.to_owned(),
            Some(_) => return numbered("unit", name),
            None => {}
        }
        if self.asked.targets > 1 { numbered("target", name) } else { "the target".to_owned() }
    }

    fn slot_name(&self, address: Address) -> &str {
        self.program.debug.names.get(usize::from(address.0)).map_or("?", String::as_str)
    }

    /// Returns the words for the slot of a loop; `None` for other slots.
    fn looped(&self, address: Address) -> Option<&'static str> {
        let code = &self.program.code;
        code.iter().enumerate().find_map(|(at, token)| match token {
            Token::Each(each) if each.at == address => {
                let begin = at.checked_sub(1).and_then(|before| code.get(before));
                let is_unit = |filter: Filter| !filter.is_open() && !filter.has_bit(Filter::EMPTY);
                match begin {
                    Some(Token::EachBegin(begin)) if !is_unit(begin.area.filter) => Some(THAT_CELL),
                    _ => Some(THAT_UNIT),
                }
            }
            Token::EachPick(each) if each.at == address => {
                let request = self.request_of(each.list);
                let is_unit = request.is_some_and(|request| request.asks == Asks::Unit);
                Some(if is_unit { THAT_UNIT } else { THAT_CELL })
            }
            _ => None,
        })
    }

    /// Returns whether no loop stands in another one, so that their slots need no names.
    fn has_single_loops(&self) -> bool {
        // For each open loop: whether it has a slot.
        let mut open: Vec<bool> = Vec::new();
        for token in &self.program.code {
            match token {
                Token::LoopBegin(begin) if !Self::is_constant(begin.times, 0) => open.push(false),
                Token::EachBegin(_) => open.push(false),
                Token::LoopNext(_) => drop(open.pop()),
                Token::Each(Each { at, .. }) | Token::EachPick(EachPick { at, .. }) if self.slot_name(*at) != PICK => {
                    if open.contains(&true) {
                        return false;
                    }
                    open.last_mut().into_iter().for_each(|has_slot| *has_slot = true);
                }
                _ => {}
            }
        }
        true
    }

    fn that_way(&self, address: Address) -> String {
        if self.asked.directions > 1 {
            format!("in {}", numbered("direction", self.slot_name(address)))
        } else {
            "in that direction".to_owned()
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
}

/// Returns `target 2` for `T2`, and a designer's own name unchanged.
fn numbered(thing: &str, name: &str) -> String {
    match name.strip_prefix('T').filter(|number| number.parse::<u8>().is_ok()) {
        Some(number) => format!("{thing} {number}"),
        None => name.replace('_', " "),
    }
}
