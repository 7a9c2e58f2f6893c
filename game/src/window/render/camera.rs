//! The camera: an orthographic view that moves smoothly to its goal and stays near the board. Controlled by [`Cue`]s.

use crate::window::render::scene::columns::{CellRange, Columns, Floor};
use foretoken_editor::Rect;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// A camera command.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cue {
    /// Looks at a position.
    Focus(Vec3),
    /// Turns by quarters; positive is right.
    Turn(i32),
    /// Tilts by degrees; positive is steeper.
    Tilt(f32),
    /// Zooms by a factor.
    Zoom(f32),
    /// Moves by picture pixels.
    Pan(Vec2),
    /// Shakes, 0 to 1.
    Shake(f32),
    /// Looks straight from above, or as before.
    Above,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    focus: Vec3,
    yaw: f32,
    pitch: f32,
    zoom: f32,
}

/// Camera.
#[derive(Clone, Debug)]
pub struct Camera {
    now: Pose,
    goal: Pose,
    shake: f32,
    time: f32,
    board: Vec2,
    floor: Floor,
    picture: Vec2,
    free: Rect,
    high: f32,
    fitted: f32,
    /// Pitch before it looked from above; `None` if it does not.
    pitch_before: Option<f32>,
    /// Whether it faces a row of units without a board, and cannot turn.
    is_staged: bool,
}

/// Pitch of the view from above. Straight down has no direction that is up in the picture.
const ABOVE: f32 = 89.5;
const TILT: (f32, f32) = (18.0, 80.0);
/// Bounds of the zoom in pixels per cell edge. Boards that need less to be seen whole can be zoomed out that far.
const ZOOM: (f32, f32) = (22.0, 192.0);
/// Share of the free area that a fitted board takes.
const FITTED: f32 = 0.97;
/// Room above the feet and below them on a stage, in cell edges.
const ROOM_ON_STAGE: (f32, f32) = (1.3, 0.2);
/// Default tilt in radians, steep enough that units hide little of the cell behind.
const PITCH: f32 = 0.87;
const ROOM: (f32, f32) = (1.5, 0.5);
const LEFT_AFTER_SECOND: f32 = 0.0005;

impl Camera {
    /// Creates a camera on the whole board, from the southeast.
    #[must_use]
    pub fn new(board: Vec2, picture: Vec2) -> Self {
        let pose =
            Pose { focus: Vec3::new(board.x / 2.0, 0.0, board.y / 2.0), yaw: FRAC_PI_4, pitch: PITCH, zoom: 64.0 };
        let mut camera = Self {
            now: pose,
            goal: pose,
            shake: 0.0,
            time: 0.0,
            board,
            floor: Floor::whole(board),
            high: 0.0,
            picture,
            free: Rect::sized(picture.to_array()),
            fitted: 1.0,
            pitch_before: None,
            is_staged: false,
        };
        camera.fit();
        camera
    }

    /// Sets the maximum surface height in cell edges.
    #[must_use]
    pub fn up_to(mut self, high: f32) -> Self {
        self.high = high.max(0.0);
        self.fit();
        self
    }

    /// Sets the part of the board to fit, without outer walls.
    #[must_use]
    pub fn over(mut self, floor: Floor) -> Self {
        self.floor = floor;
        self.fit();
        self
    }

    /// Faces a row of units of this width from the south, without turns and tilts.
    pub fn face_row(&mut self, wide: f32) {
        self.board = Vec2::new(wide.max(1.0), 1.0);
        (self.high, self.floor, self.is_staged) = (0.0, Floor::whole(self.board), true);
        (self.goal.yaw, self.goal.pitch) = (0.0, TILT.0.to_radians());
        self.fit();
    }

    /// Whether it shows no cells from a corner, but along the axes of the board.
    const fn is_along_axes(&self) -> bool {
        self.is_staged || self.pitch_before.is_some()
    }

    /// Fits another board.
    pub fn fit_to(&mut self, board: &foretoken_vm::Board, high: f32, floor: Floor) {
        self.board = Vec2::new(board.width() as f32, board.height() as f32);
        (self.high, self.floor) = (high.max(0.0), floor);
        if std::mem::take(&mut self.is_staged) {
            (self.goal.yaw, self.goal.pitch) = (FRAC_PI_4, PITCH);
        }
        self.fit();
    }

    /// Shows the whole floor at once, as far as it is legible.
    pub fn fit(&mut self) {
        let zoom = self.fitting();
        self.fitted = zoom;
        self.goal.zoom = zoom;
        self.goal.focus = self.middle();
        self.now = self.goal;
    }

    fn middle(&self) -> Vec3 {
        if self.is_above() {
            let middle = self.floor.middle_above();
            return Vec3::new(middle.x, 0.0, middle.y);
        }
        let middle = if self.is_staged { self.floor.middle_above() } else { self.floor.middle() };
        let (above, below) = self.room();
        let lift = (above - below) / 2.0 * self.stretch();
        Vec3::new(middle.x, lift + self.high / 2.0, middle.y)
    }

    /// Returns the room above the ground and below it.
    const fn room(&self) -> (f32, f32) {
        if self.is_staged { ROOM_ON_STAGE } else { ROOM }
    }

    fn fitting(&self) -> f32 {
        self.whole().clamp(ZOOM.0, ZOOM.1)
    }

    /// Returns the lowest allowed zoom: the whole board, or less if that is larger than a legible cell.
    fn lowest(&self) -> f32 {
        self.whole().clamp(1.0, ZOOM.0)
    }

    /// Returns the zoom at which the whole floor just fits into the free area.
    fn whole(&self) -> f32 {
        if self.is_above() {
            let (wide, deep) = self.floor.seen_from_above(self.quarters());
            let (x, y) = (self.free.width().max(1.0), self.free.height().max(1.0));
            return (x * FITTED / wide).min(y * FITTED / deep);
        }
        let (wide, deep) = match self.is_staged {
            true => self.floor.seen_from_above(0),
            false => self.floor.seen_from(self.quarters()),
        };
        let high = deep * self.goal.pitch.sin() + self.high * self.goal.pitch.cos() + self.room().0 + self.room().1;
        let room = Vec2::new(self.free.width(), self.free.height()).max(Vec2::ONE);
        (room.x * FITTED / wide).min(room.y * FITTED / high)
    }

    /// Sets the picture size and free area. A fitted board stays fitted; other views keep their focus.
    pub fn place(&mut self, picture: Vec2, free: Rect) {
        self.picture = picture.max(Vec2::ONE);
        self.free = free;
        let fitting = self.fitting();
        let before = std::mem::replace(&mut self.fitted, fitting);
        self.goal.zoom = (self.goal.zoom * self.fitted / before.max(1.0)).clamp(self.lowest(), ZOOM.1);
        self.now = self.goal;
    }

    /// Applies a command.
    pub fn cue(&mut self, cue: Cue) {
        match cue {
            Cue::Turn(_) | Cue::Tilt(_) | Cue::Above | Cue::Pan(_) | Cue::Focus(_) if self.is_staged => {}
            Cue::Focus(at) => self.goal.focus = at,
            Cue::Turn(quarters) => self.goal.yaw += quarters as f32 * FRAC_PI_2,
            Cue::Tilt(degrees) => self.goal.pitch += degrees.to_radians(),
            Cue::Zoom(factor) => self.goal.zoom *= factor.clamp(0.2, 5.0),
            Cue::Pan(by) => {
                let (right, forward) = (self.right(), self.forward());
                let along = right * by.x - forward * (by.y / self.now.pitch.sin().max(0.2));
                self.goal.focus -= along / self.now.zoom.max(1.0);
                self.now.focus = self.goal.focus;
            }
            Cue::Shake(by) => self.shake = self.shake.max(by.clamp(0.0, 1.0)),
            Cue::Above => self.look_from_above(),
        }
        let (flattest, steepest) = if self.is_above() { (ABOVE, ABOVE) } else { TILT };
        self.goal.pitch = self.goal.pitch.clamp(flattest.to_radians(), steepest.to_radians());
        self.goal.zoom = self.goal.zoom.clamp(self.lowest(), ZOOM.1);
        let edge = Vec3::new(self.board.x, self.high + 4.0, self.board.y);
        self.goal.focus = self.goal.focus.clamp(Vec3::new(0.0, -4.0, 0.0), edge);
        self.now.focus = self.now.focus.clamp(Vec3::new(0.0, -4.0, 0.0), edge);
    }

    fn look_from_above(&mut self) {
        match self.pitch_before.take() {
            Some(pitch) => (self.goal.pitch, self.goal.yaw) = (pitch, self.goal.yaw + FRAC_PI_4),
            None => {
                self.pitch_before = Some(self.goal.pitch);
                self.goal.yaw -= FRAC_PI_4;
            }
        }
        self.fitted = self.fitting();
        (self.goal.zoom, self.goal.focus) = (self.fitted, self.middle());
    }

    /// Whether it looks straight from above.
    #[must_use]
    pub const fn is_above(&self) -> bool {
        self.pitch_before.is_some()
    }

    /// Advances time in seconds. `still` disables shaking and smooth movement.
    pub fn step(&mut self, seconds: f32, still: bool) {
        let seconds = seconds.clamp(0.0, 0.25);
        self.time += seconds;
        self.shake = if still { 0.0 } else { (self.shake - seconds * 2.4).max(0.0) };
        let share = if still { 1.0 } else { 1.0 - LEFT_AFTER_SECOND.powf(seconds) };
        self.now.focus += (self.goal.focus - self.now.focus) * share;
        self.now.yaw += (self.goal.yaw - self.now.yaw) * share;
        self.now.pitch += (self.goal.pitch - self.now.pitch) * share;
        self.now.zoom += (self.goal.zoom - self.now.zoom) * share;
        if (self.goal.zoom - self.now.zoom).abs() < 0.01 {
            self.now.zoom = self.goal.zoom;
        }
        let turned = (self.goal.yaw - self.now.yaw).abs() + (self.goal.pitch - self.now.pitch).abs();
        if turned < 1e-4 && self.goal.focus.distance(self.now.focus) < 1e-3 {
            self.now = Pose { zoom: self.now.zoom, ..self.goal };
        }
    }

    /// Whether it has reached its goal and does not shake.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.now == self.goal && self.shake <= 0.0
    }

    /// Returns the direction to the right, along the ground.
    #[must_use]
    pub fn right(&self) -> Vec3 {
        Vec3::new(self.now.yaw.cos(), 0.0, -self.now.yaw.sin())
    }

    /// Returns the direction into the picture, along the ground.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        forward(self.now.yaw)
    }

    /// Returns the view direction.
    #[must_use]
    pub fn sight(&self) -> Vec3 {
        (self.forward() * self.now.pitch.cos() - Vec3::Y * self.now.pitch.sin()).normalize()
    }

    /// Returns the vertical stretch of upright quads that keeps texels square.
    #[must_use]
    pub fn stretch(&self) -> f32 {
        1.0 / self.now.pitch.cos().max(0.3)
    }

    /// Returns the pixels per cell edge.
    #[must_use]
    pub const fn zoom(&self) -> f32 {
        self.now.zoom
    }

    /// Returns the rotation in quarters, 0 to 3.
    #[must_use]
    pub fn quarters(&self) -> i32 {
        let first = if self.is_along_axes() { 0.0 } else { FRAC_PI_4 };
        (((self.goal.yaw - first) / FRAC_PI_2).round() as i32).rem_euclid(4)
    }

    /// Returns the view projection matrix.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        let tremble = self.shake * self.shake * 9.0;
        let shaken = Vec3::new((self.time * 61.0).sin(), (self.time * 47.0 + PI).sin(), 0.0) * tremble / self.now.zoom;
        let far = 600.0;
        let eye = self.now.focus - self.sight() * far;
        let look = glam::camera::rh::view::look_to_mat4(
            eye + shaken.x * self.right() + Vec3::Y * shaken.y,
            self.sight(),
            Vec3::Y,
        );
        let half = self.picture / (2.0 * self.now.zoom);
        let middle = Vec2::from_array(self.free.middle());
        let off = (middle - self.picture / 2.0) / self.now.zoom;
        let (left, right) = (-half.x - off.x, half.x - off.x);
        let (bottom, top) = (-half.y + off.y, half.y + off.y);
        glam::camera::rh::proj::directx::orthographic(left, right, bottom, top, 0.0, far * 2.0) * look
    }

    /// Returns the size of the picture in pixels.
    #[must_use]
    pub const fn picture(&self) -> Vec2 {
        self.picture
    }

    /// Returns the point in the middle of the picture.
    #[must_use]
    pub const fn focus(&self) -> Vec3 {
        self.now.focus
    }

    /// Returns the cells that can be in the picture, with their units.
    #[must_use]
    pub fn sight_of(&self, columns: &Columns) -> CellRange {
        let (highest, lowest) = columns.heights();
        let (highest, lowest) = (highest + 2.0, lowest - 1.6);
        let corners = [Vec2::ZERO, Vec2::new(self.picture.x, 0.0), Vec2::new(0.0, self.picture.y), self.picture];
        let inside = |at: f32, most: i32| at.clamp(0.0, (most - 1).max(0) as f32) as i32;
        let all = corners.into_iter().flat_map(|corner| [highest, lowest].map(|height| self.on_height(corner, height)));
        let (min, max) = all.fold((Vec3::MAX, Vec3::MIN), |(min, max), at| (min.min(at), max.max(at)));
        CellRange {
            from: (inside(min.x - 1.0, columns.width), inside(min.z - 1.0, columns.depth)),
            to: (inside(max.x + 1.0, columns.width), inside(max.z + 1.0, columns.depth)),
        }
    }

    /// Projects a world position to pixels.
    #[must_use]
    pub fn project(&self, at: Vec3) -> Vec2 {
        let p = self.matrix() * Vec4::new(at.x, at.y, at.z, 1.0);
        Vec2::new((p.x + 1.0) * 0.5 * self.picture.x, (1.0 - p.y) * 0.5 * self.picture.y)
    }

    /// Returns the ray of a pixel: a start before the scene, and a direction.
    #[must_use]
    pub fn ray(&self, pixel: Vec2) -> (Vec3, Vec3) {
        (self.on_height(pixel, self.high + 100.0), self.sight())
    }

    /// Returns the point of a pixel's ray at a height.
    #[must_use]
    pub fn on_height(&self, pixel: Vec2, height: f32) -> Vec3 {
        let inverse = self.matrix().inverse();
        let ndc = Vec2::new(pixel.x / self.picture.x * 2.0 - 1.0, 1.0 - pixel.y / self.picture.y * 2.0);
        let near = inverse * Vec4::new(ndc.x, ndc.y, 0.0, 1.0);
        let near = near.truncate() / near.w;
        let sight = self.sight();
        near + sight * ((height - near.y) / sight.y.min(-0.01))
    }
}

fn forward(yaw: f32) -> Vec3 {
    Vec3::new(-yaw.sin(), 0.0, -yaw.cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera::new(Vec2::new(8.0, 8.0), Vec2::new(800.0, 600.0))
    }

    #[test]
    fn what_is_projected_is_found_again_from_every_side() {
        for quarters in 0..4 {
            let mut camera = camera();
            camera.cue(Cue::Turn(quarters));
            camera.cue(Cue::Tilt(11.0));
            camera.step(0.1, true);
            let at = Vec3::new(2.5, 0.75, 6.25);
            let found = camera.on_height(camera.project(at), 0.75);
            assert!(found.distance(at) < 0.01, "turned by {quarters}: {found}");
        }
    }

    #[test]
    fn from_above_north_is_up_and_cells_are_squares() {
        let mut camera = camera();
        let before = (camera.goal, camera.quarters());
        camera.cue(Cue::Above);
        camera.cue(Cue::Tilt(-30.0));
        camera.step(1.0, true);
        assert_eq!(camera.quarters(), before.1);
        let [here, east, south] = [Vec3::ZERO, Vec3::X, Vec3::Z].map(|at| camera.project(at));
        let (right, down) = (east - here, south - here);
        assert!((right.x - camera.zoom()).abs() < 0.1 && right.y.abs() < 0.1, "{right}");
        assert!((down.y - camera.zoom()).abs() < 0.1 && down.x.abs() < 0.1, "{down}");
        camera.cue(Cue::Above);
        camera.step(1.0, true);
        assert!((camera.goal.yaw - before.0.yaw).abs() < 1e-5 && (camera.goal.pitch - before.0.pitch).abs() < 1e-5);
        assert!((camera.goal.zoom - before.0.zoom).abs() < 0.01);
    }

    #[test]
    fn a_fitted_floor_lies_in_the_free_area_with_its_units() {
        let (picture, free) = (Vec2::new(1280.0, 800.0), Rect::new(250.0, 140.0, 1020.0, 760.0));
        let mut camera = Camera::new(Vec2::new(9.0, 8.0), picture).over(Floor::whole(Vec2::new(7.0, 6.0)));
        for high in [0.0, 1.5] {
            camera = camera.up_to(high);
            camera.place(picture, free);
            let corners = [(0.0, 0.0), (7.0, 0.0), (7.0, 6.0), (0.0, 6.0)];
            for (x, z) in corners {
                let foot = camera.project(Vec3::new(x, 0.0, z));
                let head = camera.project(Vec3::new(x, high + camera.stretch(), z));
                for at in [foot, head] {
                    let is_inside =
                        (free.left..=free.right).contains(&at.x) && (free.top..=free.bottom).contains(&at.y);
                    assert!(is_inside, "{x} {z} at height {high}: {at}");
                }
            }
        }
    }

    #[test]
    fn it_stays_within_bounds_and_arrives() {
        let mut camera = camera();
        camera.cue(Cue::Focus(Vec3::new(900.0, 0.0, -900.0)));
        camera.cue(Cue::Tilt(500.0));
        camera.cue(Cue::Zoom(0.0));
        camera.cue(Cue::Zoom(0.0));
        camera.cue(Cue::Zoom(0.0));
        for _ in 0..600 {
            camera.step(0.016, false);
        }
        assert!(camera.now.focus.distance(Vec3::new(8.0, 0.0, 0.0)) < 0.01);
        assert!((camera.now.pitch.to_degrees() - TILT.1).abs() < 0.01);
        assert!((camera.now.zoom - camera.lowest()).abs() < f32::EPSILON && camera.lowest() >= 1.0);
        assert!(camera.matrix().is_finite());
    }

    #[test]
    fn trembling_ends_and_is_nothing_where_nothing_moves() {
        let mut camera = camera();
        let still = camera.project(Vec3::ONE);
        camera.cue(Cue::Shake(1.0));
        camera.step(0.01, false);
        assert!(camera.project(Vec3::ONE).distance(still) > 0.1);
        camera.step(0.01, true);
        assert!(camera.project(Vec3::ONE).distance(still) < 0.01);
    }

    #[test]
    fn another_size_of_the_picture_keeps_what_is_looked_at() {
        let mut camera = Camera::new(Vec2::splat(12.0), Vec2::new(1280.0, 800.0));
        let whole = camera.zoom();
        camera.place(Vec2::new(640.0, 400.0), Rect::new(0.0, 0.0, 640.0, 400.0));
        assert!(camera.zoom() < whole, "a whole board is seen whole in a smaller picture");
        camera.place(Vec2::new(1280.0, 800.0), Rect::new(0.0, 0.0, 1280.0, 800.0));
        assert!((camera.zoom() - whole).abs() < 0.01);
        camera.cue(Cue::Zoom(2.0));
        camera.cue(Cue::Pan(Vec2::new(90.0, 40.0)));
        camera.step(1.0, true);
        let (zoom, focus) = (camera.zoom(), camera.now.focus);
        camera.place(Vec2::new(1000.0, 700.0), Rect::new(200.0, 0.0, 1000.0, 700.0));
        camera.place(Vec2::new(1280.0, 800.0), Rect::new(0.0, 0.0, 1280.0, 800.0));
        camera.step(1.0, true);
        assert!((camera.zoom() - zoom).abs() < 0.01 && camera.now.focus.distance(focus) < 0.01);
    }

    #[test]
    fn what_is_in_the_picture_is_in_sight() {
        use crate::window::render::scene::columns::Slab;
        use foretoken_vm::space::CellShape;
        let flat =
            [Slab { top: [0.0; 4], bottom: -1.0, stands: 0.0, ground: 0, floor: 0, shape: CellShape::default() }];
        let columns = Columns::new(300, 300, (0..300 * 300).map(|_| flat));
        let mut camera = Camera::new(Vec2::splat(300.0), Vec2::new(800.0, 600.0));
        for quarters in 0..4 {
            let sight = camera.sight_of(&columns);
            let count = sight.cells().count();
            assert!(count < 300 * 300 / 4, "{count} cells, {quarters} quarters on");
            for (x, y) in columns.all().cells() {
                let pixel = camera.project(Vec3::new(x as f32 + 0.5, 0.0, y as f32 + 0.5));
                let in_picture = (0.0..800.0).contains(&pixel.x) && (0.0..600.0).contains(&pixel.y);
                let within = (sight.from.0..=sight.to.0).contains(&x) && (sight.from.1..=sight.to.1).contains(&y);
                assert!(!in_picture || within, "{x}, {y}");
            }
            camera.cue(Cue::Turn(1));
            camera.step(0.1, true);
        }
    }
}
