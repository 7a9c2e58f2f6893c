//! Positions of units and labels in a frame's picture.

use crate::window::render::scene::figures::{Figure, Seen};
use crate::window::render::scene::marks::{Badge, Tag};
use foretoken_editor::Rect;
use foretoken_vm::{Cell, EntityId};
use glam::Vec3;

/// Positions of units and labels, built with the scene.
#[derive(Debug, Default)]
pub struct Placed {
    pub(super) figures: Vec<Figure>,
    pub(super) ghosts: Vec<Figure>,
    pub(super) stands: Vec<(Cell, Figure)>,
    /// Labels over the board.
    pub tags: Vec<Tag>,
    /// Badges of predicted deeds.
    pub badges: Vec<Badge>,
    /// Head positions, for labels.
    pub heads: Vec<(EntityId, Vec3)>,
    /// Areas of faces and objects, which labels avoid.
    pub faces: Vec<Rect>,
    /// Areas of figures.
    pub bodies: Vec<(EntityId, Rect)>,
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
