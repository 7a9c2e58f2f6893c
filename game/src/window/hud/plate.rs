//! The plate over a unit: its number in the turn order, name, health with its prediction, and statuses.

use super::Hud;
use super::over::{Layered, badge, badge_size, badge_width, chosen, icon_size, with_font};
use crate::art::Region;
use crate::window::battle::Battle;
use crate::window::render::scene::marks::{Badge, Hand};
use foretoken_editor::{Colour, Rect};
use foretoken_session::texts::carried::{self, StatusSign};
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::names::{self, ShortNames};
use foretoken_vm::EntityId;
use foretoken_vm::stats::StatId;
use glam::Vec3;

const MOST_STATUSES: usize = 4;

struct StatusMark {
    icon: Option<String>,
    letter: String,
    colour: &'static str,
}

impl StatusMark {
    fn of(hud: &Hud<'_>, sign: StatusSign<'_>) -> Self {
        let icon = hud.art.frame(&format!("icons/{}", sign.name), "icon").map(|_| sign.name.to_owned());
        Self { icon, letter: sign.glyph.to_string(), colour: if sign.is_bad { "danger" } else { "gain" } }
    }

    fn width(&self, hud: &Hud<'_>) -> f32 {
        2.0 * hud.s + if self.icon.is_some() { icon_size(hud) } else { hud.ui.calc_text_size(&self.letter)[0] }
    }
}

/// Returns the badge of a unit's place in the turn order; `None` outside the order and during playback.
pub(super) fn number_of(battle: &Battle, order: &[EntityId], unit: EntityId) -> Option<Badge> {
    if battle.playback.is_playing() {
        return None;
    }
    let number = order.iter().position(|&other| other == unit)? as u16 + 1;
    let badges = &battle.placed.badges;
    let is_certain = badges.iter().filter(|badge| badge.actor == unit).all(|badge| badge.is_certain);
    let hand = Hand::of(battle.shown(), unit, battle.controller.session.seat().team());
    Some(Badge { at: Vec3::ZERO, number, actor: unit, hand, is_certain, harm: 0, change: None })
}

pub(super) struct Plate {
    /// Unit.
    pub id: EntityId,
    /// Size in pixels.
    pub size: [f32; 2],
    /// Middle of the hearts, from the left.
    pub middle: f32,
    name: Option<String>,
    turn: Option<Badge>,
    which: Option<String>,
    before: f32,
    number: Option<String>,
    pips: Option<Pips>,
    change: Option<String>,
    icons: Vec<&'static str>,
    statuses: Vec<StatusMark>,
    row: f32,
}

impl Plate {
    /// Measures the plate of a displayed unit; `None` for units without health or other data.
    pub fn of(
        hud: &Hud<'_>,
        battle: &Battle,
        short: &ShortNames,
        (id, turn): (EntityId, Option<Badge>),
    ) -> Option<Self> {
        if most_health(battle, id) <= 0 {
            return None;
        }
        let state = battle.shown();
        let entity = state.entity(id);
        let after = after(battle, id);
        let pips = pips(hud, battle, id);
        let changes = after != entity.health;
        let outlook = outlook(battle, id);
        let number = pips.is_none().then(|| {
            let becomes = outlook.as_ref().map_or_else(String::new, HealthOutlook::becomes);
            format!("{}{becomes}", entity.health)
        });
        let chance = outlook.as_ref().map_or_else(String::new, HealthOutlook::chance_words);
        let change = ((changes || !chance.is_empty()) && pips.is_some())
            .then(|| format!("{:+} {chance}", after - entity.health).trim_end().to_owned());
        let dies = outlook.is_some_and(|outlook| outlook.is_death());
        let icons = [
            ("skull", dies),
            ("stun", entity.stunned > 0),
            ("hourglass", entity.is_postponed()),
            ("turned", entity.redirect.index() != 0),
            ("anchor", entity.flags & foretoken_vm::state::flag::ANCHORED != 0 && entity.is_activated()),
        ];
        let icons: Vec<&str> = icons.into_iter().filter_map(|(icon, on)| on.then_some(icon)).collect();
        let signs = carried::signs(battle.book(), state, id).into_iter().take(MOST_STATUSES);
        let statuses: Vec<StatusMark> = signs.map(|sign| StatusMark::of(hud, sign)).collect();
        let name = chosen(battle).contains(&id).then(|| names::entity(battle.book(), state, id));
        // The number in the turn order tells units of one type apart, too.
        let which = if name.is_some() || turn.is_some() { None } else { short.get(id).map(str::to_owned) };
        let text = |words: &str| hud.ui.calc_text_size(words);
        let before = match (&turn, &which) {
            (Some(turn), _) => badge_width(hud, turn) + 3.0 * hud.text,
            (None, Some(which)) => with_font(hud, || text(which)[0]) + 3.0 * hud.text,
            (None, None) => 0.0,
        };
        let hearts = match (&pips, &number) {
            (Some(pips), _) => pips.width(),
            (None, number) => text(number.as_deref().unwrap_or_default())[0],
        };
        let beside = change.as_deref().map_or(0.0, |by| text(by)[0] + 3.0 * hud.text);
        let drawn = icons.len() as f32 * icon_size(hud) + statuses.iter().map(|mark| mark.width(hud)).sum::<f32>();
        let words_high = hud.ui.text_line_height();
        let pips_high = pips.as_ref().map_or(words_high, |pips| pips.size);
        let is_worded = change.is_some() || number.is_some() || statuses.iter().any(|mark| mark.icon.is_none());
        let row = if is_worded { words_high } else { pips_high };
        let row = if icons.is_empty() && statuses.iter().all(|mark| mark.icon.is_none()) {
            row
        } else {
            row.max(icon_size(hud))
        };
        let row = if turn.is_some() { row.max(badge_size(hud)) } else { row } + 2.0 * hud.s;
        let named = name.as_deref().map_or([0.0; 2], |name| with_font(hud, || hud.ui.calc_text_size(name)));
        let rim = 2.0 * hud.s;
        let wide = before + hearts + beside + drawn;
        let width = wide.max(named[0]) + 2.0 * rim;
        let middle = if named[0] > wide { width / 2.0 } else { rim + before + hearts / 2.0 };
        let size = [width, row + named[1]];
        Some(Self { id, size, middle, name, turn, which, before, number, pips, change, icons, statuses, row })
    }

    /// Draws the plate: name, health as pips or a number, its prediction, and statuses.
    pub fn draw(&self, hud: &Hud<'_>, on: &Layered<'_>, battle: &Battle, place: Rect, alpha: f32) {
        let list = on.list;
        let backing = hud.colour("outline", 0.62 * alpha);
        list.add_rect(place.min(), place.max(), backing).filled(true).rounding(3.0 * hud.s).build();
        if let Some(name) = &self.name {
            let wide = with_font(hud, || hud.ui.calc_text_size(name)[0]);
            let at = [(place.middle()[0] - wide / 2.0).round(), place.top];
            with_font(hud, || hud.rimmed(list, at, hud.colour("text", alpha), name));
        }
        let y = place.bottom - self.row / 2.0;
        if let Some(turn) = &self.turn {
            let (left, high) = (place.left + 2.0 * hud.s, badge_size(hud));
            let top = (y - high / 2.0).round();
            badge(hud, list, turn, Rect::new(left, top, left + badge_width(hud, turn), top + high));
        }
        if let Some(which) = &self.which {
            with_font(hud, || {
                let at = [place.left + 2.0 * hud.s, (y - hud.ui.calc_text_size(which)[1] / 2.0).round()];
                hud.rimmed(list, at, hud.colour("text-soft", alpha), which);
            });
        }
        let written = |words: &str, x: f32, colour: &str| {
            let [wide, high] = hud.ui.calc_text_size(words);
            hud.rimmed(list, [x, (y - high / 2.0).round()], hud.colour(colour, alpha), words);
            x + wide
        };
        let wide = self.pips.as_ref().map_or(0.0, Pips::width);
        let mut x = match (&self.pips, &self.number) {
            (Some(pips), _) => {
                let left = place.left + self.middle - wide / 2.0;
                on.pictures(|list| hearts(hud, list, battle, self.id, pips, [left, y], alpha));
                left + wide + 3.0 * hud.text
            }
            (None, number) => {
                let left = place.left + 2.0 * hud.s + self.before;
                written(number.as_deref().unwrap_or_default(), left, "text")
            }
        };
        if let Some(by) = &self.change {
            x = written(by, x, if by.starts_with('-') { "danger" } else { "gain" });
        }
        let size = icon_size(hud);
        for icon in &self.icons {
            on.pictures(|list| hud.icon(list, icon, [x + size / 2.0, y], size, Colour::WHITE.with_alpha(alpha)));
            x += size;
        }
        for mark in &self.statuses {
            let wide = mark.width(hud);
            match &mark.icon {
                Some(icon) => {
                    let middle = [x + wide - size / 2.0, y];
                    on.pictures(|list| hud.icon(list, icon, middle, size, Colour::WHITE.with_alpha(alpha)));
                }
                None => {
                    written(&mark.letter, x + 2.0 * hud.s, mark.colour);
                }
            }
            x += wide;
        }
    }
}

fn hearts(
    hud: &Hud<'_>,
    list: &imgui::DrawListMut<'_>,
    battle: &Battle,
    id: EntityId,
    pips: &Pips,
    [left, y]: [f32; 2],
    alpha: f32,
) {
    let entity = battle.shown().entity(id);
    let (most, after) = (most_health(battle, id), after(battle, id));
    let blink = 0.65 + 0.35 * (hud.time * 5.0).sin();
    for pip in 0..pips.count {
        let at = pip as i32;
        let (name, shine) = if at >= most.max(after) {
            ("shield", 1.0)
        } else if at < entity.health.min(after) {
            ("full", 1.0)
        } else if at < entity.health {
            ("lost", blink)
        } else if at < after {
            ("gained", blink)
        } else {
            ("empty", 0.4)
        };
        let Some(region): Option<Region> = hud.art.frame("icons/pip", name) else { continue };
        let min = [(left + pips.step * pip as f32).round(), (y - pips.size / 2.0).round()];
        let tint = Colour::WHITE.with_alpha(shine * alpha);
        hud.image(list, region, min, [min[0] + pips.size, min[1] + pips.size], tint);
    }
}

struct Pips {
    count: usize,
    size: f32,
    step: f32,
}

impl Pips {
    fn width(&self) -> f32 {
        self.step * (self.count as f32 - 1.0) + self.size
    }
}

fn pips(hud: &Hud<'_>, battle: &Battle, id: EntityId) -> Option<Pips> {
    let entity = battle.shown().entity(id);
    let count = (most_health(battle, id).max(after(battle, id)) + entity.shield) as usize;
    let size = 8.0 * hud.whole(hud.text * (battle.camera.zoom() / 44.0).clamp(0.5, 1.6)).min(5.0);
    let drawn = count <= 9 && hud.art.frame("icons/pip", "full").is_some();
    drawn.then_some(Pips { count, size, step: size * if count > 6 { 0.8 } else { 0.95 } })
}

fn most_health(battle: &Battle, id: EntityId) -> i32 {
    let state = battle.shown();
    if state.entity(id).max_health <= 0 { 0 } else { state.sheet(battle.book()).stat(id, StatId::HEALTH) }
}

fn outlook(battle: &Battle, id: EntityId) -> Option<HealthOutlook> {
    HealthOutlook::of(battle.controller.session.seat().forecast(), id).filter(|_| !battle.playback.is_playing())
}

fn after(battle: &Battle, id: EntityId) -> i32 {
    outlook(battle, id).map_or(battle.shown().entity(id).health, |outlook| outlook.after.max(0))
}
