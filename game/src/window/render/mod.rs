//! Rendering: camera, scene and graphics device.

pub mod camera;
pub mod gpu;
pub mod labels;
pub mod scene;
