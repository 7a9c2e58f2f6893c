//! One frame of a drawing: palette characters in rows and columns.

use super::MOST_TEXELS;
use foretoken_action_assets::painting::plane::{Point, beside, joined};

/// Character of transparent texels.
pub const NOTHING: char = '.';

/// Frame of a drawing, from 1 to [`MOST_TEXELS`] texels per edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    texels: Vec<char>,
}

impl Grid {
    /// Creates an empty frame; edges are clamped to the valid range.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        let [width, height] = [width, height].map(|edge| edge.clamp(1, MOST_TEXELS));
        Self { width, height, texels: vec![NOTHING; width * height] }
    }

    /// Creates a frame from rows. The first row sets the width, and shorter rows are padded with transparent texels.
    #[must_use]
    pub fn of_rows<'t>(rows: impl IntoIterator<Item = &'t str>) -> Self {
        let rows: Vec<&str> = rows.into_iter().collect();
        let mut grid = Self::new(rows.first().map_or(0, |row| row.chars().count()), rows.len());
        for (y, row) in rows.into_iter().take(grid.height).enumerate() {
            let texels = row.chars().take(grid.width).enumerate();
            texels.for_each(|(x, texel)| grid.texels[y * grid.width + x] = texel);
        }
        grid
    }

    /// Returns width and height, in texels.
    #[must_use]
    pub const fn size(&self) -> (i32, i32) {
        (self.width as i32, self.height as i32)
    }

    /// Returns the rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.texels.chunks(self.width).map(String::from_iter)
    }

    /// Returns whether a point is inside.
    #[must_use]
    pub const fn contains(&self, (x, y): Point) -> bool {
        x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32
    }

    /// Returns the character at a point; [`NOTHING`] outside.
    #[must_use]
    pub fn at(&self, point: Point) -> char {
        self.index(point).and_then(|at| self.texels.get(at)).copied().unwrap_or(NOTHING)
    }

    /// Sets the character at a point; ignores points outside.
    pub fn set(&mut self, point: Point, texel: char) {
        if let Some(at) = self.index(point) {
            self.texels[at] = texel;
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.contains(point).then(|| point.1 as usize * self.width + point.0 as usize)
    }

    /// Returns the point mirrored at the vertical middle.
    #[must_use]
    pub const fn across(&self, (x, y): Point) -> Point {
        (self.width as i32 - 1 - x, y)
    }

    /// Returns the frame mirrored left to right.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let texels = self.texels.chunks(self.width).flat_map(|row| row.iter().rev().copied()).collect();
        Self { texels, ..self.clone() }
    }

    /// Returns the frame shifted; texels wrap around the edges.
    #[must_use]
    pub fn moved(&self, (dx, dy): Point) -> Self {
        let mut moved = self.clone();
        let (w, h) = self.size();
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            moved.set(((x + dx).rem_euclid(w), (y + dy).rem_euclid(h)), self.at((x, y)));
        }
        moved
    }

    /// Returns the frame in another size. The content stays centred horizontally and aligned to the bottom.
    #[must_use]
    pub fn resized(&self, width: usize, height: usize) -> Self {
        let mut other = Self::new(width, height);
        let (dx, dy) = ((other.size().0 - self.size().0).div_euclid(2), other.size().1 - self.size().1);
        let (w, h) = other.size();
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            other.set((x, y), self.at((x - dx, y - dy)));
        }
        other
    }

    /// Returns the connected points of the same colour.
    #[must_use]
    pub fn area(&self, from: Point) -> Vec<Point> {
        if !self.contains(from) {
            return Vec::new();
        }
        let wanted = self.at(from);
        joined(from, |point| self.contains(point) && self.at(point) == wanted).into_iter().collect()
    }

    /// Returns the transparent points beside opaque ones, where an outline is drawn.
    pub fn rim(&self) -> impl Iterator<Item = Point> {
        let (w, h) = self.size();
        let all = (0..h).flat_map(move |y| (0..w).map(move |x| (x, y)));
        all.filter(|&point| self.at(point) == NOTHING)
            .filter(|&point| beside(point).into_iter().any(|point| self.at(point) != NOTHING))
    }

    /// Returns horizontal runs of one colour: first point, length and character.
    pub fn runs(&self) -> impl Iterator<Item = (Point, i32, char)> {
        self.texels.chunks(self.width).zip(0..).flat_map(|(row, y)| {
            let mut x = 0;
            row.chunk_by(|a, b| a == b).filter_map(move |run| {
                let (start, length) = (x, run.len() as i32);
                x += length;
                let texel = *run.first()?;
                (texel != NOTHING).then_some(((start, y), length, texel))
            })
        })
    }
}
