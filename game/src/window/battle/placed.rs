//! What a frame's picture holds besides its geometry: who stands where, and what is written over them.

use crate::window::render::scene::figures::{Figure, Seen};
use crate::window::render::scene::marks::{Badge, Tag};
use foretoken_editor::Rect;
use foretoken_vm::{Cell, EntityId};
use glam::Vec3;

/// What stands in a frame's picture, and what is written over it: made with the scene, for what is drawn over that and for
/// pointing.
#[derive(Debug, Default)]
pub struct Placed {
    /// All that stands, as it is drawn.
    pub(super) figures: Vec<Figure>,
    /// Those who are foreseen, and who stands on a floor that is cut away.
    pub(super) ghosts: Vec<Figure>,
    /// Those alive as they stand in the picture, with their cells, for pointing at one.
    pub(super) stands: Vec<(Cell, Figure)>,
    /// What to write over the board.
    pub tags: Vec<Tag>,
    /// The numbers of deeds that are foreseen.
    pub badges: Vec<Badge>,
    /// Where heads are, for what is written over them.
    pub heads: Vec<(EntityId, Vec3)>,
    /// The parts of the picture that faces and things take, over which nothing is written where there is room beside them.
    pub faces: Vec<Rect>,
    /// The parts of the picture that figures take.
    pub bodies: Vec<(EntityId, Rect)>,
    /// What is to be seen whoever stands before it.
    pub(super) seen: Vec<Seen>,
}

impl Placed {
    pub(super) fn clear(&mut self) {
        let Self { figures, ghosts, stands, tags, badges, heads, faces, bodies, seen } = self;
        figures.clear();
        ghosts.clear();
        stands.clear();
        tags.clear();
        badges.clear();
        heads.clear();
        faces.clear();
        bodies.clear();
        seen.clear();
    }
}
