//! From a scene to pixels: the camera, the scene's quads and columns, and the graphics device that draws them.

pub mod camera;
pub mod gpu;
pub mod labels;
pub mod scene;
