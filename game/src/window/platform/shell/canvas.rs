//! The surface of the window: made, fitted to its size, and made anew when it or its device is lost.

use crate::window::Runner;
use crate::window::render::gpu::{self, Gpu, GpuError};
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::CurrentSurfaceTexture as Current;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

/// Frames after which what went wrong before is over.
const CALM: u32 = 120;
/// How often in a row everything is made anew before that is given up.
const PATIENCE: u32 = 3;
/// Frames in a row for which a surface may be out of date, as it is while a window is being dragged larger.
const OUT_OF_DATE: u32 = 240;

/// What the window's pictures go to.
pub(super) struct Canvas {
    // The surface goes first: it is part of the instance, and both show in the window.
    surface: wgpu::Surface<'static>,
    instance: wgpu::Instance,
    window: Arc<Window>,
    display: OwnedDisplayHandle,
    /// The size that the surface was configured for; none when it must be configured anew.
    fitted: Option<(u32, u32)>,
    /// What the device complained of.
    fault: Arc<Mutex<Option<String>>>,
    /// The last picture was not as the surface wants them.
    suboptimal: bool,
    /// Frames shown since everything was made anew, how often that was in a row, and frames that could not be shown.
    calm: u32,
    anew: u32,
    late: u32,
}

impl std::fmt::Debug for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas").field("fitted", &self.fitted).finish_non_exhaustive()
    }
}

impl Canvas {
    /// The surface of a window, with an adapter that can draw on it.
    pub(super) fn new(display: OwnedDisplayHandle, window: Arc<Window>) -> Result<Self, GpuError> {
        let (instance, surface) = surface_of(&display, &window)?;
        let options = wgpu::RequestAdapterOptions {
            compatible_surface: Some(&surface),
            ..wgpu::RequestAdapterOptions::default()
        };
        // Asked before a battle is begun, so that none is recorded that nobody will see.
        pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let fault = Arc::default();
        let (fitted, suboptimal, calm, anew, late) = (None, false, CALM, 0, 0);
        Ok(Self { surface, instance, window, display, fitted, fault, suboptimal, calm, anew, late })
    }

    /// Gives the runner its device.
    pub(super) fn attach(&mut self, runner: &mut Runner) -> Result<(), GpuError> {
        runner.attach(&self.instance, Some(&self.surface))?;
        self.fitted = None;
        self.fault = Arc::default();
        if let Some(gpu) = runner.gpu() {
            let told = Arc::clone(&self.fault);
            // Left alone, the library would end the process; a battle on the screen is worth another try.
            gpu.device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                told.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
            }));
        }
        Ok(())
    }

    /// The surface was lost: it is made anew, on the same device.
    pub(super) fn renew_surface(&mut self, runner: &mut Runner) -> Result<(), GpuError> {
        self.fitted = None;
        let surface = self.instance.create_surface(Arc::clone(&self.window));
        self.surface = surface.map_err(|error| GpuError::NoSurface(error.to_string()))?;
        let suits = runner
            .gpu()
            .is_some_and(|gpu| self.surface.get_capabilities(gpu.adapter()).formats.contains(&gpu.format()));
        if suits { Ok(()) } else { self.attach(runner) }
    }

    /// Shows the next picture, or lets the time pass if there can be none now.
    pub(super) fn draw(&mut self, runner: &mut Runner, seconds: f32, size: (u32, u32)) -> Result<(), GpuError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        if fault.is_some() || runner.gpu().is_none_or(Gpu::is_lost) {
            self.make_anew(runner, fault)?;
        }
        for _ in 0..2 {
            let size = match runner.gpu() {
                Some(gpu) => self.fit(gpu, size)?,
                None => break,
            };
            match self.surface.get_current_texture() {
                Current::Success(picture) => {
                    self.suboptimal = false;
                    self.show(runner, seconds, picture, size);
                    return Ok(());
                }
                Current::Suboptimal(picture) => {
                    self.show(runner, seconds, picture, size);
                    // Some drivers always say so; fitting once is enough.
                    if !std::mem::replace(&mut self.suboptimal, true) {
                        self.fitted = None;
                    }
                    return Ok(());
                }
                Current::Timeout | Current::Occluded => break,
                Current::Outdated | Current::Validation => self.fitted = None,
                Current::Lost => self.renew_surface(runner)?,
            }
            self.late += 1;
        }
        if self.late > OUT_OF_DATE {
            return Err(GpuError::NoSurface("it stays out of date".to_owned()));
        }
        runner.idle(seconds);
        Ok(())
    }

    fn show(&mut self, runner: &mut Runner, seconds: f32, picture: wgpu::SurfaceTexture, size: (u32, u32)) {
        let view = picture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        runner.frame(seconds, Some(&view), size);
        self.window.pre_present_notify();
        picture.present();
        self.late = 0;
        self.calm = self.calm.saturating_add(1);
    }

    /// The device was lost or failed: everything is made anew, unless that has just been of no use.
    fn make_anew(&mut self, runner: &mut Runner, fault: Option<String>) -> Result<(), GpuError> {
        self.anew = if self.calm >= CALM { 1 } else { self.anew + 1 };
        self.calm = 0;
        if self.anew > PATIENCE {
            let adapter = runner.gpu().map_or_else(String::new, Gpu::adapter_name);
            let reason = fault.unwrap_or_else(|| "it is lost again and again".to_owned());
            return Err(GpuError::NoDevice { adapter, reason });
        }
        (self.instance, self.surface) = surface_of(&self.display, &self.window)?;
        self.attach(runner)
    }

    /// Fits the surface to the window; returns the size of its pictures.
    fn fit(&mut self, gpu: &Gpu, size: (u32, u32)) -> Result<(u32, u32), GpuError> {
        let size = within(size, gpu.largest_side());
        if self.fitted != Some(size) {
            let able = self.surface.get_capabilities(gpu.adapter());
            if !able.formats.contains(&gpu.format()) {
                return Err(GpuError::NoSurface("it takes no pictures of this adapter".to_owned()));
            }
            let opaque = wgpu::CompositeAlphaMode::Opaque;
            let alpha_mode = if able.alpha_modes.contains(&opaque) { opaque } else { wgpu::CompositeAlphaMode::Auto };
            let config = wgpu::SurfaceConfiguration {
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                format: gpu.format(),
                width: size.0,
                height: size.1,
                // In step with the screen, which every surface can, in one way or the other.
                present_mode: wgpu::PresentMode::AutoVsync,
                desired_maximum_frame_latency: 2,
                alpha_mode,
                view_formats: Vec::new(),
            };
            self.surface.configure(&gpu.device, &config);
            self.fitted = Some(size);
        }
        Ok(size)
    }
}

fn surface_of(
    display: &OwnedDisplayHandle,
    window: &Arc<Window>,
) -> Result<(wgpu::Instance, wgpu::Surface<'static>), GpuError> {
    let instance = gpu::instance(Some(display.clone()));
    let surface = instance.create_surface(Arc::clone(window)).map_err(|error| {
        // Where there is no driver at all, that is what has to be mended.
        match pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())) {
            Ok(_) => GpuError::NoSurface(error.to_string()),
            Err(_) => GpuError::NoAdapter("no driver is installed".to_owned()),
        }
    })?;
    Ok((instance, surface))
}

/// A size that a device can draw: at least a pixel, at most what it says.
fn within(size: (u32, u32), most: u32) -> (u32, u32) {
    (size.0.clamp(1, most.max(1)), size.1.clamp(1, most.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_keep_to_what_the_device_can() {
        assert_eq!(within((0, 0), 8192), (1, 1));
        assert_eq!(within((1, 1), 8192), (1, 1));
        assert_eq!(within((7680, 4320), 8192), (7680, 4320));
        assert_eq!(within((7680, 4320), 4096), (4096, 4096));
    }
}
