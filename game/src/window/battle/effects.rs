//! Animations and sounds of changes: walks, attacks, deaths, rising numbers and dust. The playback selects the change.

use crate::art::{Art, Region};
use crate::window::audio::Sound;
use crate::window::battle::clips::clip_of;
use crate::window::render::camera::Cue;
use crate::window::render::scene::columns::Columns;
use crate::window::render::scene::figures::Figure;
use crate::window::render::scene::{Material, SceneContext};
use foretoken_session::moves::Finality;
use foretoken_session::playback::{Performer, Playback, Step};
use foretoken_session::texts::messages;
use foretoken_vm::program::Turns;
use foretoken_vm::space::Footprint;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{Cell, ChangeKind, EntityId, GameState, Outcome, Rulebook, Team};
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;

const STEP: f32 = 0.17;
/// Seconds of flash and shake on damage; deaths take longer (document 001).
const HURT: f32 = 0.38;
const DEATH: f32 = 0.95;
const HELD: f32 = 0.2;
const DECIDED: f32 = 0.5;
const MOMENT: f32 = 2.2;
const SQUASH: f32 = 0.22;

#[derive(Clone, Debug, Default)]
struct Moves {
    from: Vec3,
    way: (f32, f32),
    squash: f32,
    hurt: f32,
    dying: f32,
    appears: f32,
    clip: Option<(u8, f32, Vec2)>,
    west: Option<bool>,
    turn: Option<(f32, bool)>,
}

/// A rising number.
#[derive(Clone, Debug)]
pub struct Rising {
    /// Position.
    pub at: Vec3,
    /// Text.
    pub words: String,
    /// Palette colour.
    pub colour: &'static str,
    /// Age in seconds, up to [`Rising::LASTS`].
    pub age: f32,
}

impl Rising {
    /// Duration in seconds.
    pub const LASTS: f32 = 1.1;
}

#[derive(Clone, Debug)]
struct Puff {
    at: Vec3,
    speed: Vec3,
    age: f32,
    lasts: f32,
    sheet: &'static str,
}

/// Current animations.
#[derive(Debug, Default)]
pub struct Effects {
    moves: BTreeMap<EntityId, Moves>,
    /// Rising numbers.
    pub rising: Vec<Rising>,
    puffs: Vec<Puff>,
    struck: Vec<(Cell, f32)>,
    held: f32,
    /// Outcome for the viewing side, and its age in seconds.
    pub decided: Option<(Outcome, f32)>,
    /// Camera cues since the last frame.
    pub cues: Vec<Cue>,
    /// Sounds since the last frame.
    pub sounds: Vec<Sound>,
    /// Viewing side.
    pub side: Team,
    own: Vec<bool>,
    time: f32,
}

struct Stage<'a> {
    effects: &'a mut Effects,
    columns: &'a Columns,
}

impl Performer for Stage<'_> {
    fn perform(&mut self, step: &Step<'_>) -> f32 {
        self.effects.perform(step, self.columns)
    }
}

/// Returns the offset from the anchor cell to the middle of a unit's footprint.
pub fn beyond_anchor(size: Footprint) -> Vec3 {
    Vec3::new(f32::from(size.width - 1) / 2.0, 0.0, f32::from(size.depth - 1) / 2.0)
}

/// Returns the scale of a unit with this footprint.
pub fn scale_of(size: Footprint) -> f32 {
    f32::from(size.width.max(size.depth))
}

impl Effects {
    /// Stops all animations.
    pub fn clear(&mut self) {
        *self = Self { time: self.time, side: self.side, ..Self::default() };
    }

    /// Whether all animations have ended.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let rests = |moves: &Moves| {
            let left = moves.way.0 + moves.squash + moves.hurt + moves.dying + moves.appears;
            left <= 0.0 && moves.clip.is_none()
        };
        let rewind_point = self.held > 0.0 || self.decided.is_some();
        !rewind_point
            && self.rising.is_empty()
            && self.puffs.is_empty()
            && self.struck.is_empty()
            && self.moves.values().all(rests)
    }

    /// Advances playback and animations.
    pub fn play(&mut self, playback: &mut Playback, seconds: f32, columns: &Columns) {
        let held = self.held.min(seconds * playback.pace());
        self.held -= held;
        let seconds = seconds - held / playback.pace();
        if seconds <= 0.0 {
            return;
        }
        let seconds = playback.step(seconds, &mut Stage { effects: &mut *self, columns });
        self.step(seconds);
    }

    fn step(&mut self, seconds: f32) {
        self.time += seconds;
        for moves in self.moves.values_mut() {
            let down = |left: &mut f32| *left = (*left - seconds).max(0.0);
            down(&mut moves.way.0);
            down(&mut moves.squash);
            down(&mut moves.hurt);
            down(&mut moves.dying);
            down(&mut moves.appears);
            moves.clip = moves.clip.map(|(clip, gone, at)| (clip, gone + seconds, at));
            let share = moves.clip.map_or(1.0, |(clip, gone, _)| gone / clip_of(clip).lasts);
            if let Some((_, west)) = moves.turn.filter(|(after, _)| share >= *after) {
                (moves.west, moves.turn) = (Some(west), None);
            }
            if share >= 1.0 {
                moves.clip = None;
            }
        }
        if let Some((_, age)) = &mut self.decided {
            *age += seconds;
        }
        self.decided = self.decided.filter(|(_, age)| *age < MOMENT);
        self.rising.retain_mut(|rising| {
            rising.age += seconds;
            rising.age < Rising::LASTS
        });
        self.puffs.retain_mut(|puff| {
            puff.age += seconds;
            puff.at += puff.speed * seconds;
            puff.age < puff.lasts
        });
        self.struck.retain_mut(|(_, left)| {
            *left -= seconds;
            *left > 0.0
        });
    }

    fn perform(&mut self, step: &Step<'_>, columns: &Columns) -> f32 {
        let change = &step.change;
        let here = columns.place(step.state.entity(change.entity).cell).centre();
        match change.kind {
            ChangeKind::Cell => self.goes(step, columns),
            ChangeKind::Uses => self.acts(step, columns, here),
            ChangeKind::Health => self.gains(step, here),
            ChangeKind::Flags if change.is_death() => self.dies(step, here),
            ChangeKind::Struck => {
                self.struck.push((change.cell(), 0.4));
                self.sounds.push(Sound::Strike);
                0.2
            }
            ChangeKind::Collided => {
                self.moves.entry(change.entity).or_default().squash = SQUASH;
                self.cues.push(Cue::Shake(0.5));
                self.sounds.push(Sound::Bump);
                self.puff(columns.place(change.cell()).centre(), "ui/dust", 4);
                0.16
            }
            ChangeKind::Spawn => {
                self.moves.entry(change.entity).or_default().appears = 0.4;
                self.sounds.push(Sound::Spawn);
                self.puff(columns.place(change.cell()).centre(), "ui/puff", 3);
                0.3
            }
            ChangeKind::Surface => {
                let index = ((change.after & 0xff) as u8).checked_sub(1);
                let kind = index.and_then(|at| step.book.surfaces.get(at as usize));
                self.sounds.push(named("surfaces", kind.map(|kind| kind.name.as_str()), Sound::Surface));
                0.05
            }
            ChangeKind::Stunned if change.after > change.before => self.told(here, "stunned", Sound::Stun),
            ChangeKind::Flags if change.is_postponement() => self.told(here, "delayed", Sound::Stun),
            ChangeKind::Redirected if change.after != 0 => self.told(here, "turned", Sound::Turn),
            ChangeKind::Shield if change.after > change.before => self.told(here, "shield", Sound::Shield),
            ChangeKind::NoEffect => self.told(columns.place(change.cell()).centre(), "no effect", Sound::Refuse),
            ChangeKind::SkippedStunned => self.told(here, "stunned", Sound::Stun),
            ChangeKind::Facing => {
                match foretoken_vm::Dir::from_index(change.after as u8).delta().0 {
                    0 => {}
                    dx => self.moves.entry(change.entity).or_default().west = Some(dx < 0),
                }
                0.02
            }
            ChangeKind::Battle if change.at == BattleField::Outcome as u32 => self.show_outcome(step),
            ChangeKind::Battle if change.at == BattleField::Losses as u32 => {
                self.sounds.push(Sound::Loss);
                self.cues.push(Cue::Shake(1.0));
                0.5
            }
            ChangeKind::EntryDue => {
                self.sounds.push(Sound::Burst);
                self.cues.push(Cue::Shake(0.9));
                self.puff(here, "ui/spark", 10);
                0.25
            }
            _ => 0.0,
        }
    }

    fn goes(&mut self, step: &Step<'_>, columns: &Columns) -> f32 {
        let (change, unit) = (&step.change, step.change.entity);
        let (from, to) = (change.cell_before(), change.cell_after());
        let (dx, _) = from.offset_to(to);
        let far = from.steps_to(to) > 1;
        let begins = columns.place(from).centre();
        let moves = self.moves.entry(unit).or_default();
        if dx != 0 {
            moves.west = Some(dx < 0);
        }
        moves.from = begins;
        moves.way = (STEP, STEP);
        let goes_on = step.finality == Some(Finality::Incremental);
        moves.squash = if goes_on { 0.0 } else { SQUASH + STEP };
        self.sounds.push(match (far, step.acting == Some(unit)) {
            (true, _) => Sound::Cast,
            (_, true) => Sound::Step,
            _ => Sound::Push,
        });
        let (dust, count) = if far { ("ui/spark", 6) } else { ("ui/dust", 1) };
        self.puff(begins, dust, count);
        STEP
    }

    fn acts(&mut self, step: &Step<'_>, columns: &Columns, here: Vec3) -> f32 {
        let program = step.book.program(step.change.at as u16);
        let clip = program.map_or(1, |program| program.clip);
        let towards = step.aim.map_or(Vec2::ZERO, |aim| {
            let to = columns.place(aim).centre() - here;
            Vec2::new(to.x, to.z).normalize_or_zero()
        });
        let moves = self.moves.entry(step.change.entity).or_default();
        if towards.x.abs() > 0.01 {
            let west = towards.x < 0.0;
            moves.turn = match program.map_or(Turns::Begins, |program| program.turns) {
                Turns::Begins => Some((0.0, west)),
                Turns::Halfway => Some((0.5, west)),
                Turns::Ends => Some((1.0, west)),
                Turns::Never => None,
                Turns::Away => Some((0.0, !west)),
            };
            if let Some((_, west)) = moves.turn.take_if(|(after, _)| *after <= 0.0) {
                moves.west = Some(west);
            }
        }
        moves.clip = Some((clip, 0.0, towards));
        self.sounds.push(match clip {
            2 | 3 => Sound::Strike,
            5 => Sound::Shield,
            7 => Sound::Throw,
            1 | 12 => Sound::Step,
            _ => Sound::Cast,
        });
        self.cues.push(Cue::Focus(here));
        if clip == 1 { 0.1 } else { clip_of(clip).lasts * 0.6 }
    }

    /// Whether the acting unit of another side hits its own side.
    fn is_turned_blow(&self, step: &Step<'_>) -> bool {
        let (struck, Some(acting)) = (step.change.entity, step.acting.filter(|unit| unit.is_some())) else {
            return false;
        };
        let side = step.state.entity(acting).team;
        acting != struck && side != self.side && side != Team::NEUTRAL && step.state.entity(struck).team == side
    }

    fn gains(&mut self, step: &Step<'_>, here: Vec3) -> f32 {
        let change = &step.change;
        if change.after < change.before && self.is_turned_blow(step) {
            let (at, words) = (here + Vec3::Y * 0.6, messages::turned_blow().to_owned());
            self.rising.push(Rising { at, words, colour: "accent", age: 0.0 });
            self.held = HELD;
        }
        let by = change.after - change.before;
        let (words, colour) = if by < 0 { (format!("{by}"), "danger") } else { (format!("+{by}"), "gain") };
        self.rising.push(Rising { at: here, words, colour, age: 0.0 });
        if by < 0 {
            self.moves.entry(change.entity).or_default().hurt = HURT;
            self.cues.push(Cue::Shake(0.35 + 0.1 * (-by) as f32));
            self.sounds.push(Sound::Hurt);
        } else {
            self.sounds.push(Sound::Heal);
        }
        0.34
    }

    fn dies(&mut self, step: &Step<'_>, here: Vec3) -> f32 {
        let entity = step.state.entity(step.change.entity);
        self.moves.entry(step.change.entity).or_default().dying = DEATH;
        if entity.is_activated() {
            self.held = HELD;
        }
        self.cues.push(Cue::Shake(0.8));
        let kind = step.book.unit_type(entity);
        self.sounds.push(named("units", kind.map(|kind| kind.name.as_str()), Sound::Death));
        self.puff(here, "ui/puff", 7);
        0.6
    }

    fn show_outcome(&mut self, step: &Step<'_>) -> f32 {
        let outcome = Outcome::for_side(step.change.after, self.side);
        self.sounds.push(if outcome == Outcome::Won { Sound::Win } else { Sound::Lose });
        self.held = DECIDED;
        self.own = step.state.entities().iter().map(|entity| entity.team == self.side).collect();
        self.decided = Some((outcome, 0.0));
        MOMENT
    }

    fn told(&mut self, at: Vec3, words: &str, sound: Sound) -> f32 {
        self.rising.push(Rising { at, words: words.to_owned(), colour: "white", age: 0.0 });
        self.sounds.push(sound);
        0.3
    }

    fn puff(&mut self, at: Vec3, sheet: &'static str, count: usize) {
        for index in 0..count {
            let angle = index as f32 * 2.4 + self.time;
            let speed = Vec3::new(angle.cos() * 0.7, 0.5 + 0.25 * (index % 3) as f32, angle.sin() * 0.7);
            self.puffs.push(Puff { at: at + Vec3::Y * 0.15, speed, age: 0.0, lasts: 0.55, sheet });
        }
    }

    /// Returns cells that were just attacked while empty.
    pub fn struck(&self) -> impl Iterator<Item = Cell> {
        self.struck.iter().map(|(cell, _)| *cell)
    }

    /// Builds all figures of a state with their head positions. `aims` overrides the facing of one unit.
    pub fn figures(
        &self,
        brush: &SceneContext<'_>,
        (book, state): (&Rulebook, &GameState),
        aims: Option<(EntityId, bool)>,
        still: bool,
        mut each: impl FnMut(EntityId, Figure),
    ) {
        let mirrored = brush.camera.right().x < 0.0;
        for index in 0..state.entities().len() {
            let id = EntityId(index as u16);
            let entity = state.entity(id);
            let moves = self.moves.get(&id).cloned().unwrap_or_default();
            if !entity.is_alive() && moves.dying <= 0.0 || entity.cell == Cell::NOWHERE {
                continue;
            }
            let region = drawing(brush, (book, state), id, &moves, still);
            let mut at = brush.columns.place(entity.cell).centre();
            if moves.way.0 > 0.0 {
                let share = 1.0 - moves.way.0 / moves.way.1;
                at = moves.from.lerp(at, share) + Vec3::Y * (share * (1.0 - share) * 0.5);
            }
            let size = book.footprint_of(entity);
            let mut figure = Figure::new(at + beyond_anchor(size), region);
            let west = match aims {
                Some((aimer, west)) if aimer == id => west,
                _ => moves
                    .west
                    .unwrap_or_else(|| foretoken_vm::Dir::from_index(entity.facing) == foretoken_vm::Dir::West),
            };
            // A mirrored letter is not legible.
            let is_letter = book.unit_type(entity).is_some_and(|kind| brush.art.figure(kind.glyph) == region);
            figure.flip = west != mirrored && !is_letter;
            self.pose(&mut figure, &moves, brush, entity.is_activated(), index, still);
            figure.size *= scale_of(size);
            each(id, figure);
        }
    }

    fn pose(
        &self,
        figure: &mut Figure,
        moves: &Moves,
        brush: &SceneContext<'_>,
        alive: bool,
        index: usize,
        still: bool,
    ) {
        if let Some((clip, gone, towards)) = moves.clip {
            let clip = clip_of(clip);
            let pose = clip.at(gone / clip.lasts);
            figure.at += Vec3::new(towards.x, 0.0, towards.y) * pose.towards + Vec3::Y * pose.lift;
            figure.size *= Vec2::new(pose.size.0, pose.size.1);
            figure.lean += pose.lean * if figure.flip { -1.0 } else { 1.0 };
        }
        if moves.way.0 <= 0.0 && moves.squash > 0.0 {
            let share = (moves.squash / SQUASH).min(1.0);
            figure.size *= Vec2::new(1.0 + 0.25 * share, 1.0 - 0.35 * share);
        }
        if let Some((Outcome::Won, age)) = self.decided
            && alive
            && !still
            && self.is_cheering(index)
        {
            figure.at += Vec3::Y * ((age * 7.0 + index as f32 * 0.9).sin().max(0.0) * 0.22);
        }
        if moves.appears > 0.0 {
            figure.size *= 1.0 - moves.appears / 0.4;
        }
        if alive && !still {
            figure.size.y *= 1.0 + 0.012 * (brush.time * 2.6 + index as f32 * 1.7).sin();
        }
        let (left, of) = if moves.dying > 0.0 { (moves.dying, DEATH) } else { (moves.hurt, HURT) };
        if left > 0.0 {
            let share = left / of;
            if !still {
                figure.aside += (left * 70.0).sin() * 0.07 * share;
            }
            figure.material.flash = if still { 0.5 } else { 0.85 * ((left * 24.0).sin() * 0.5 + 0.5) * share.min(1.0) };
            if moves.dying > 0.0 {
                let fallen = ((1.0 - share) * 1.7).min(1.0);
                figure.lean += fallen * fallen * if figure.flip { -0.9 } else { 0.9 };
                figure.size.y *= 1.0 - 0.55 * fallen * fallen;
                figure.material.colour[3] = (255.0 * (share * 2.4).min(1.0)) as u8;
            }
        }
    }

    fn is_cheering(&self, index: usize) -> bool {
        self.own.get(index).copied().unwrap_or(false)
    }

    /// Draws puffs as figures.
    pub fn puffs(&self, brush: &SceneContext<'_>, mut each: impl FnMut(Figure)) {
        for puff in &self.puffs {
            let frames: Vec<Region> = brush.art.frames(puff.sheet).map(|(_, region)| region).collect();
            let share = puff.age / puff.lasts;
            let at = ((share * frames.len() as f32) as usize).min(frames.len().saturating_sub(1));
            let Some(&region) = frames.get(at) else { continue };
            let alpha = (255.0 * (1.0 - share)) as u8;
            each(Figure {
                material: Material { colour: [255, 255, 255, alpha], own: 0.6, ..Material::ART },
                ..Figure::new(puff.at, region)
            });
        }
    }
}

fn named(folder: &str, name: Option<&str>, rewind_point: Sound) -> Sound {
    match name {
        Some(name) => Sound::Named(format!("{folder}/{name}"), Box::new(rewind_point)),
        None => rewind_point,
    }
}

fn drawing(
    brush: &SceneContext<'_>,
    (book, state): (&Rulebook, &GameState),
    id: EntityId,
    moves: &Moves,
    still: bool,
) -> Region {
    let (art, time) = (brush.art, brush.time);
    let Some(kind) = book.unit_type(state.entity(id)) else { return art.figure('?') };
    let sheet = format!("units/{}", kind.name);
    if moves.dying > 0.0 {
        let at = ((1.0 - moves.dying / DEATH) * 4.0) as usize + 1;
        if let Some(region) = art.frame(&sheet, &format!("dying{at}")).or_else(|| art.frame(&sheet, "dying1")) {
            return region;
        }
    }
    let frames = match moves.clip {
        Some((clip, gone, _)) if gone < clip_of(clip).lasts * 0.9 => clip_of(clip).frames,
        _ => &[],
    };
    let breath = !still && ((time * 1.6 + id.index() as f32 * 0.37) % 2.0) > 1.0;
    art.frame_or(&sheet, frames)
        .filter(|_| !frames.is_empty())
        .or_else(|| art.frame_or(&sheet, if breath { &["idle2", "idle"] } else { &["idle"] }))
        .unwrap_or_else(|| art.figure(kind.glyph))
}

/// Returns the idle drawing of an entity.
#[must_use]
pub fn portrait(art: &Art, book: &Rulebook, state: &GameState, id: EntityId) -> Region {
    let Some(kind) = book.unit_type(state.entity(id)) else { return art.figure('?') };
    art.frame(&format!("units/{}", kind.name), "idle").unwrap_or_else(|| art.figure(kind.glyph))
}

/// Returns the base sheet of a side; sides differ by shape.
#[must_use]
pub const fn base_of(team: Team) -> &'static str {
    match team {
        Team::PLAYER => "ui/base-player",
        Team::NEUTRAL => "ui/base-neutral",
        Team(1) => "ui/base-enemy",
        _ => "ui/base-other",
    }
}

/// Whether an entity has a base; some objects do not.
#[must_use]
pub fn has_base(book: &Rulebook, state: &GameState, id: EntityId) -> bool {
    let entity = state.entity(id);
    entity.flags & flag::ACTS != 0 || book.unit_type(entity).is_some_and(|kind| kind.acts)
}
