//! Pipelines, buffers and the atlas. All quads share one index list.

use super::mesh::{Batch, Globals, SceneFrame, Vertex};
use crate::art::Art;
use wgpu::util::DeviceExt;

pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Returns the samples per pixel: one if the CPU draws, to save time.
pub(super) const fn samples(kind: wgpu::DeviceType) -> u32 {
    if is_processor(kind) { 1 } else { 4 }
}

pub(super) const fn is_processor(kind: wgpu::DeviceType) -> bool {
    matches!(kind, wgpu::DeviceType::Cpu)
}

pub(super) const NIGHT: wgpu::Color = wgpu::Color { r: 0.043, g: 0.055, b: 0.102, a: 1.0 };

pub(super) struct Pipelines {
    samples: u32,
    sky: wgpu::RenderPipeline,
    ground: wgpu::RenderPipeline,
    blended: wgpu::RenderPipeline,
    over: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    globals: wgpu::Buffer,
    bindings: wgpu::BindGroup,
    indices: Growing,
    index_quads: usize,
    chunks: Vec<(Growing, u64)>,
    flat: Growing,
    standing: Growing,
    over_buffer: Growing,
}

struct Growing {
    buffer: Option<wgpu::Buffer>,
    usage: wgpu::BufferUsages,
}

impl Growing {
    const fn new(usage: wgpu::BufferUsages) -> Self {
        Self { buffer: None, usage }
    }

    fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.buffer.as_ref().is_none_or(|buffer| (buffer.size() as usize) < bytes.len()) {
            let size = bytes.len().next_power_of_two().max(4096) as u64;
            let usage = self.usage | wgpu::BufferUsages::COPY_DST;
            let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
            self.buffer = Some(device.create_buffer(&descriptor));
        }
        if let Some(buffer) = &self.buffer {
            queue.write_buffer(buffer, 0, bytes);
        }
    }
}

impl Pipelines {
    pub(super) fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        (format, samples): (wgpu::TextureFormat, u32),
        art: &Art,
    ) -> Self {
        let shader = device.create_shader_module(wgpu::include_wgsl!("scene.wgsl"));
        let layout = bind_layout(device);
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let globals = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("globals"),
            size: size_of::<Globals>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let bindings = bind(device, queue, &layout, &sampler, &globals, art);
        let make = |kind| pipeline(device, &layout, &shader, (format, samples), kind);
        let vertices = wgpu::BufferUsages::VERTEX;
        Self {
            samples,
            sky: make(Kind::Sky),
            ground: make(Kind::Ground),
            blended: make(Kind::Blended),
            over: make(Kind::Over),
            layout,
            sampler,
            globals,
            bindings,
            indices: Growing::new(wgpu::BufferUsages::INDEX),
            index_quads: 0,
            chunks: Vec::new(),
            flat: Growing::new(vertices),
            standing: Growing::new(vertices),
            over_buffer: Growing::new(vertices),
        }
    }

    pub(super) fn set_art(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, art: &Art) {
        self.bindings = bind(device, queue, &self.layout, &self.sampler, &self.globals, art);
    }

    /// Binds another art and returns the bindings before, for [`Self::restore`].
    pub(super) fn exchange_art(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, art: &Art) -> wgpu::BindGroup {
        let other = bind(device, queue, &self.layout, &self.sampler, &self.globals, art);
        std::mem::replace(&mut self.bindings, other)
    }

    pub(super) fn restore(&mut self, bindings: wgpu::BindGroup) {
        self.bindings = bindings;
    }

    pub(super) fn upload(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        frame: &SceneFrame<'_>,
        globals: &Globals,
    ) {
        queue.write_buffer(&self.globals, 0, bytemuck::bytes_of(globals));
        if self.chunks.len() > frame.ground.len() {
            self.chunks.truncate(frame.ground.len());
        }
        self.chunks.resize_with(frame.ground.len(), || (Growing::new(wgpu::BufferUsages::VERTEX), 0));
        let mut most = 0;
        for &at in frame.seen {
            let (Some((buffer, uploaded)), Some(chunk)) = (self.chunks.get_mut(at), frame.ground.get(at)) else {
                continue;
            };
            most = most.max(chunk.batch.quads() as usize);
            if *uploaded != chunk.version {
                buffer.write(device, queue, shown(&chunk.batch));
                *uploaded = chunk.version;
            }
        }
        self.flat.write(device, queue, shown(frame.flat));
        self.standing.write(device, queue, shown(frame.standing));
        self.over_buffer.write(device, queue, shown(frame.over));
        let batches = [frame.flat, frame.standing, frame.over];
        let most = batches.iter().map(|batch| batch.quads() as usize).fold(most, usize::max);
        if most > self.index_quads {
            self.index_quads = most.next_power_of_two();
            let quad = |q: u32| [0, 1, 2, 0, 2, 3].map(|corner| q * 4 + corner);
            let indices: Vec<u32> = (0..self.index_quads as u32).flat_map(quad).collect();
            self.indices.write(device, queue, bytemuck::cast_slice(&indices));
        }
    }

    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (smooth, view, depth): (Option<&wgpu::TextureView>, &wgpu::TextureView, &wgpu::TextureView),
        frame: &SceneFrame<'_>,
    ) {
        let (drawn, resolved, store) = match smooth.filter(|_| self.samples > 1) {
            Some(smooth) => (smooth, Some(view), wgpu::StoreOp::Discard),
            None => (view, None, wgpu::StoreOp::Store),
        };
        let attachment = wgpu::RenderPassColorAttachment {
            view: drawn,
            depth_slice: None,
            resolve_target: resolved,
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(NIGHT), store },
        };
        let depth = wgpu::RenderPassDepthStencilAttachment {
            view: depth,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
            stencil_ops: None,
        };
        let descriptor = wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(attachment)],
            depth_stencil_attachment: Some(depth),
            ..wgpu::RenderPassDescriptor::default()
        };
        let mut pass = encoder.begin_render_pass(&descriptor);
        pass.set_bind_group(0, &self.bindings, &[]);
        let Some(indices) = &self.indices.buffer else { return };
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.set_pipeline(&self.ground);
        for &at in frame.seen {
            if let Some((Growing { buffer: Some(buffer), .. }, _)) = self.chunks.get(at)
                && let Some(quads) = frame.ground.get(at).map(|chunk| chunk.batch.quads()).filter(|quads| *quads > 0)
            {
                pass.set_vertex_buffer(0, buffer.slice(..));
                pass.draw_indexed(0..quads * 6, 0, 0..1);
            }
        }
        pass.set_pipeline(&self.sky);
        pass.draw(0..3, 0..1);
        let lists = [
            (&self.blended, &self.flat, frame.flat),
            (&self.blended, &self.standing, frame.standing),
            (&self.over, &self.over_buffer, frame.over),
        ];
        for (pipeline, buffer, batch) in lists {
            let quads = batch.quads();
            if let Some(buffer) = buffer.buffer.as_ref().filter(|_| quads > 0) {
                pass.set_pipeline(pipeline);
                pass.set_vertex_buffer(0, buffer.slice(..));
                pass.draw_indexed(0..quads * 6, 0, 0..1);
            }
        }
    }
}

fn shown(batch: &Batch) -> &[u8] {
    bytemuck::cast_slice(&batch.vertices)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sky,
    Ground,
    Blended,
    Over,
}

fn pipeline(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    shader: &wgpu::ShaderModule,
    (format, samples): (wgpu::TextureFormat, u32),
    kind: Kind,
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let vertices = wgpu::VertexBufferLayout {
        array_stride: size_of::<Vertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![
            0 => Float32x3, 1 => Float32x2, 2 => Unorm8x4, 3 => Snorm8x4, 4 => Unorm8x4
        ],
    };
    let buffers = [vertices];
    let (vertex, fragment) = match kind {
        Kind::Sky => ("sky_corner", "sky"),
        Kind::Ground => ("corner", "ground"),
        Kind::Blended | Kind::Over => ("corner", "fill"),
    };
    let blend = matches!(kind, Kind::Blended | Kind::Over).then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    let compare = match kind {
        Kind::Over => wgpu::CompareFunction::Always,
        Kind::Sky | Kind::Ground | Kind::Blended => wgpu::CompareFunction::LessEqual,
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(vertex),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: if kind == Kind::Sky { &[] } else { &buffers },
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(kind == Kind::Ground),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState { count: samples, ..wgpu::MultisampleState::default() },
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn bind_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, visibility, ty| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    let globals = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    };
    let sheet = wgpu::BindingType::Texture {
        multisampled: false,
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[
            entry(0, wgpu::ShaderStages::VERTEX_FRAGMENT, globals),
            entry(1, wgpu::ShaderStages::FRAGMENT, sheet),
            entry(2, wgpu::ShaderStages::FRAGMENT, sampler),
        ],
    })
}

/// Uploads the art with premultiplied alpha, so that filtering does not bleed.
fn bind(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    globals: &wgpu::Buffer,
    art: &Art,
) -> wgpu::BindGroup {
    let times = |colour: u8, alpha: u8| (u16::from(colour) * u16::from(alpha) / 255) as u8;
    let texels: Vec<u8> = art
        .rgba()
        .chunks_exact(4)
        .flat_map(|c| [times(c[0], c[3]), times(c[1], c[3]), times(c[2], c[3]), c[3]])
        .collect();
    let (width, height) = art.size();
    let descriptor = wgpu::TextureDescriptor {
        label: Some("art"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: super::FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let texture =
        device.create_texture_with_data(queue, &descriptor, wgpu::util::TextureDataOrder::LayerMajor, &texels);
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: globals.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&view) },
            wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(sampler) },
        ],
    })
}
