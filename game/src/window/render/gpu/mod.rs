//! The graphics device: draws a scene of lit quads and the interface into a view.

mod mesh;
mod pipelines;
mod target;

pub use mesh::{Batch, Fill, Light, MOST_LIGHTS, MOST_QUADS, SceneFrame, Vertex};
pub use target::{Picture, Target};

use crate::art::Art;
use mesh::Globals;
use pipelines::Pipelines;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Texture format without colour conversion.
pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Reason why drawing is impossible.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No adapter.
    #[error(
        "no graphics adapter was found ({0}); install a Vulkan driver (on Debian: mesa-vulkan-drivers), or play in the \
         terminal with --tty"
    )]
    NoAdapter(String),
    /// The adapter provides no device.
    #[error("the graphics adapter {adapter} cannot be used ({reason}); play in the terminal with --tty")]
    NoDevice {
        /// Name.
        adapter: String,
        /// Error.
        reason: String,
    },
    /// The window has no usable surface.
    #[error("the game cannot draw in this window ({0}); play in the terminal with --tty")]
    NoSurface(String),
    /// The picture cannot be read back.
    #[error("the picture could not be read back: {0}")]
    NoPicture(String),
}

/// A device with pipelines, art and interface renderer.
pub struct Gpu {
    /// Device.
    pub device: wgpu::Device,
    /// Queue.
    pub queue: wgpu::Queue,
    adapter: wgpu::Adapter,
    lost: Arc<AtomicBool>,
    format: wgpu::TextureFormat,
    samples: u32,
    pipelines: Pipelines,
    ui: imgui_wgpu::Renderer,
    sheet: imgui::TextureId,
    depth: Option<(Option<wgpu::TextureView>, wgpu::TextureView, (u32, u32))>,
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gpu").field("adapter", &self.adapter_name()).finish_non_exhaustive()
    }
}

/// Creates a graphics instance for a display, or offscreen.
#[must_use]
pub fn instance(display: Option<winit::event_loop::OwnedDisplayHandle>) -> wgpu::Instance {
    let without = wgpu::InstanceDescriptor::new_without_display_handle();
    let display = display.map(|display| Box::new(display) as _);
    // Debug layers would add a second to every start.
    let flags = wgpu::InstanceFlags::empty().with_env();
    wgpu::Instance::new(wgpu::InstanceDescriptor { backends: wgpu::Backends::PRIMARY, flags, display, ..without })
}

impl Gpu {
    /// Creates a device for a surface or offscreen, with fonts and art.
    ///
    /// # Errors
    ///
    /// A sentence with the remedy.
    pub fn new(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        imgui: &mut imgui::Context,
        art: &Art,
    ) -> Result<Self, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            force_fallback_adapter: false,
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("foretoken"),
            required_limits: wgpu::Limits {
                max_texture_dimension_2d: adapter.limits().max_texture_dimension_2d,
                ..wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits())
            },
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| GpuError::NoDevice { adapter: adapter.get_info().name, reason: error.to_string() })?;
        let lost = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, _| told.store(true, Ordering::Relaxed));
        let format = surface.map_or(FORMAT, |surface| plain_format(&surface.get_capabilities(&adapter).formats));
        let config = imgui_wgpu::RendererConfig { texture_format: format, ..imgui_wgpu::RendererConfig::new_srgb() };
        let mut ui = imgui_wgpu::Renderer::new(imgui, &device, &queue, config);
        let samples = pipelines::samples(adapter.get_info().device_type);
        let pipelines = Pipelines::new(&device, &queue, (format, samples), art);
        let sheet = ui_sheet(&device, &queue, &mut ui, art);
        Ok(Self { device, queue, adapter, lost, format, samples, pipelines, ui, sheet, depth: None })
    }

    /// Returns name and driver of the adapter.
    #[must_use]
    pub fn adapter_name(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({:?}, {:?})", info.name, info.backend, info.device_type)
    }

    /// Whether the CPU draws.
    #[must_use]
    pub fn is_processor(&self) -> bool {
        pipelines::is_processor(self.adapter.get_info().device_type)
    }

    /// Returns the target format.
    #[must_use]
    pub const fn format(&self) -> wgpu::TextureFormat {
        self.format
    }

    /// Returns the adapter.
    #[must_use]
    pub const fn adapter(&self) -> &wgpu::Adapter {
        &self.adapter
    }

    /// Returns the maximum picture side in pixels.
    #[must_use]
    pub fn largest_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Whether the device is lost.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Marks the device as lost, for tests.
    pub fn lose(&self) {
        self.device.destroy();
        self.lost.store(true, Ordering::Relaxed);
    }

    /// Returns the atlas texture of the interface.
    #[must_use]
    pub const fn sheet(&self) -> imgui::TextureId {
        self.sheet
    }

    /// Replaces the art.
    pub fn set_art(&mut self, art: &Art) {
        self.pipelines.set_art(&self.device, &self.queue, art);
        self.ui.textures.remove(self.sheet);
        self.sheet = ui_sheet(&self.device, &self.queue, &mut self.ui, art);
    }

    /// Replaces the fonts.
    pub fn set_fonts(&mut self, imgui: &mut imgui::Context) {
        self.ui.reload_font_texture(imgui, &self.device, &self.queue);
    }

    /// Draws the scene, then the interface.
    pub fn draw(
        &mut self,
        view: &wgpu::TextureView,
        size: (u32, u32),
        frame: Option<&SceneFrame<'_>>,
        ui: &imgui::DrawData,
    ) {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        self.encode_scene(&mut encoder, view, size, frame);
        let attachment = wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
        };
        let descriptor = wgpu::RenderPassDescriptor {
            label: Some("user interface"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        };
        let mut pass = encoder.begin_render_pass(&descriptor);
        let _ = self.ui.render(ui, &self.queue, &self.device, &mut pass);
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// Draws a scene into a new texture for the interface.
    pub fn thumbnail(&mut self, size: (u32, u32), frame: &SceneFrame<'_>, art: Option<&Art>) -> imgui::TextureId {
        let config = imgui_wgpu::TextureConfig {
            size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
            label: Some("thumbnail"),
            format: Some(self.format),
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT,
            ..imgui_wgpu::TextureConfig::default()
        };
        let texture = imgui_wgpu::Texture::new(&self.device, &self.ui, config);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        let kept = self.depth.take();
        let usual = art.map(|art| self.pipelines.exchange_art(&self.device, &self.queue, art));
        self.encode_scene(&mut encoder, texture.view(), size, Some(frame));
        if let Some(usual) = usual {
            self.pipelines.restore(usual);
        }
        self.depth = kept;
        self.queue.submit([encoder.finish()]);
        self.ui.textures.insert(texture)
    }

    /// Frees a texture of [`Self::thumbnail`].
    pub fn forget(&mut self, texture: imgui::TextureId) {
        self.ui.textures.remove(texture);
    }

    fn encode_scene(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        size: (u32, u32),
        frame: Option<&SceneFrame<'_>>,
    ) {
        let Some(frame) = frame else {
            clear(encoder, view);
            return;
        };
        if self.depth.as_ref().is_none_or(|(_, _, of)| *of != size) {
            let smooth = (self.samples > 1).then(|| self.texture(size, self.format, "smooth edges"));
            let depth = self.texture(size, pipelines::DEPTH, "depth");
            self.depth = Some((smooth, depth, size));
        }
        self.pipelines.upload(&self.device, &self.queue, frame, &Globals::of(frame, size));
        let Some((smooth, depth, _)) = &self.depth else { return };
        self.pipelines.encode(encoder, (smooth.as_ref(), view, depth), frame);
    }

    fn texture(&self, (width, height): (u32, u32), format: wgpu::TextureFormat, label: &str) -> wgpu::TextureView {
        let descriptor = wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: self.samples,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        };
        self.device.create_texture(&descriptor).create_view(&wgpu::TextureViewDescriptor::default())
    }
}

fn plain_format(formats: &[wgpu::TextureFormat]) -> wgpu::TextureFormat {
    let plain = [wgpu::TextureFormat::Bgra8Unorm, wgpu::TextureFormat::Rgba8Unorm];
    plain.into_iter().find(|format| formats.contains(format)).or(formats.first().copied()).unwrap_or(FORMAT)
}

fn clear(encoder: &mut wgpu::CommandEncoder, view: &wgpu::TextureView) {
    let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(pipelines::NIGHT), store: wgpu::StoreOp::Store };
    let attachment = wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops };
    let descriptor =
        wgpu::RenderPassDescriptor { color_attachments: &[Some(attachment)], ..wgpu::RenderPassDescriptor::default() };
    drop(encoder.begin_render_pass(&descriptor));
}

fn ui_sheet(device: &wgpu::Device, queue: &wgpu::Queue, ui: &mut imgui_wgpu::Renderer, art: &Art) -> imgui::TextureId {
    let (width, height) = art.size();
    let config = imgui_wgpu::TextureConfig {
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        label: Some("art"),
        format: Some(FORMAT),
        sampler_desc: wgpu::SamplerDescriptor::default(),
        ..imgui_wgpu::TextureConfig::default()
    };
    let texture = imgui_wgpu::Texture::new(device, ui, config);
    texture.write(queue, art.rgba(), width, height);
    ui.textures.insert(texture)
}
