//! The window's surface: creation, resizing and recovery.

use crate::window::Runner;
use crate::window::render::gpu::{self, Gpu, GpuError};
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::CurrentSurfaceTexture as Current;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

const CALM: u32 = 120;
const PATIENCE: u32 = 3;
/// Consecutive frames with an outdated surface, as during a resize.
const OUT_OF_DATE: u32 = 240;

pub(super) struct Canvas {
    // Fields drop in order: the surface belongs to the instance.
    surface: wgpu::Surface<'static>,
    instance: wgpu::Instance,
    window: Arc<Window>,
    display: OwnedDisplayHandle,
    fitted: Option<(u32, u32)>,
    fault: Arc<Mutex<Option<String>>>,
    suboptimal: bool,
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
    pub(super) fn new(display: OwnedDisplayHandle, window: Arc<Window>) -> Result<Self, GpuError> {
        let (instance, surface) = surface_of(&display, &window)?;
        let options = wgpu::RequestAdapterOptions {
            compatible_surface: Some(&surface),
            ..wgpu::RequestAdapterOptions::default()
        };
        // Requests an adapter before a battle starts, so that no record is created in vain.
        pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let fault = Arc::default();
        let (fitted, suboptimal, calm, anew, late) = (None, false, CALM, 0, 0);
        Ok(Self { surface, instance, window, display, fitted, fault, suboptimal, calm, anew, late })
    }

    pub(super) fn attach(&mut self, runner: &mut Runner) -> Result<(), GpuError> {
        runner.attach(&self.instance, Some(&self.surface))?;
        self.fitted = None;
        self.fault = Arc::default();
        if let Some(gpu) = runner.gpu() {
            let told = Arc::clone(&self.fault);
            // By default, an uncaptured error ends the process.
            gpu.device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                told.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
            }));
        }
        Ok(())
    }

    pub(super) fn renew_surface(&mut self, runner: &mut Runner) -> Result<(), GpuError> {
        self.fitted = None;
        let surface = self.instance.create_surface(Arc::clone(&self.window));
        self.surface = surface.map_err(|error| GpuError::NoSurface(error.to_string()))?;
        let suits = runner
            .gpu()
            .is_some_and(|gpu| self.surface.get_capabilities(gpu.adapter()).formats.contains(&gpu.format()));
        if suits { Ok(()) } else { self.attach(runner) }
    }

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
                    // Some drivers always report suboptimal, so the surface is reconfigured only once.
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

    fn make_anew(&mut self, runner: &mut Runner, fault: Option<String>) -> Result<(), GpuError> {
        self.anew = if self.calm >= CALM { 1 } else { self.anew + 1 };
        self.calm = 0;
        if self.anew > PATIENCE {
            let adapter = runner.gpu().map_or_else(String::new, Gpu::adapter_name);
            let reason = fault.unwrap_or_else(|| "it is lost again each time".to_owned());
            return Err(GpuError::NoDevice { adapter, reason });
        }
        (self.instance, self.surface) = surface_of(&self.display, &self.window)?;
        self.attach(runner)
    }

    fn fit(&mut self, gpu: &Gpu, size: (u32, u32)) -> Result<(u32, u32), GpuError> {
        let size = within(size, gpu.largest_side());
        if self.fitted != Some(size) {
            let able = self.surface.get_capabilities(gpu.adapter());
            if !able.formats.contains(&gpu.format()) {
                return Err(GpuError::NoSurface("it does not accept pictures of this adapter".to_owned()));
            }
            let opaque = wgpu::CompositeAlphaMode::Opaque;
            let alpha_mode = if able.alpha_modes.contains(&opaque) { opaque } else { wgpu::CompositeAlphaMode::Auto };
            let config = wgpu::SurfaceConfiguration {
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                format: gpu.format(),
                width: size.0,
                height: size.1,
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
        match pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())) {
            Ok(_) => GpuError::NoSurface(error.to_string()),
            Err(_) => GpuError::NoAdapter("no driver is installed".to_owned()),
        }
    })?;
    Ok((instance, surface))
}

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
