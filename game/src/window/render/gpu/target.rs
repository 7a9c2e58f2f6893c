//! Offscreen pictures for tests and screenshots.

use super::{FORMAT, Gpu, GpuError};
use std::path::Path;

/// An offscreen texture.
#[derive(Debug)]
pub struct Target {
    texture: wgpu::Texture,
    /// View.
    pub view: wgpu::TextureView,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

impl Target {
    /// Creates a target, with its size limited to that of the device.
    #[must_use]
    pub fn new(gpu: &Gpu, size: (u32, u32)) -> Self {
        let most = gpu.largest_side();
        let size = (size.0.clamp(1, most), size.1.clamp(1, most));
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self { texture, view, size }
    }

    /// Reads the picture back.
    ///
    /// # Errors
    ///
    /// If the device fails.
    pub fn read(&self, gpu: &Gpu) -> Result<Picture, GpuError> {
        let (width, height) = self.size;
        let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size: u64::from(row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None },
            },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
        gpu.queue.submit([encoder.finish()]);
        let (tell, told) = std::sync::mpsc::channel();
        buffer.slice(..).map_async(wgpu::MapMode::Read, move |done| {
            let _ = tell.send(done);
        });
        let fault = |error: &dyn std::fmt::Display| GpuError::NoPicture(error.to_string());
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| fault(&e))?;
        told.recv().map_err(|e| fault(&e))?.map_err(|e| fault(&e))?;
        let mapped = buffer.slice(..).get_mapped_range();
        let rows = mapped.chunks_exact(row as usize);
        let rgba = rows.flat_map(|bytes| bytes[..width as usize * 4].iter().copied()).collect();
        Ok(Picture { width, height, rgba })
    }
}

/// A picture in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// RGBA bytes by row.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Returns a pixel's colour; black outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        let inside = x < self.width && y < self.height;
        self.rgba.get(at..at + 3).filter(|_| inside).map_or([0; 3], |c| [c[0], c[1], c[2]])
    }

    /// Returns the picture at a quarter size, for comparisons that ignore antialiasing.
    #[must_use]
    pub fn quarter(&self) -> Self {
        let (width, height) = (self.width / 4, self.height / 4);
        let mean = |x: u32, y: u32, channel: usize| {
            let pixels = (0..16).map(|at| self.pixel(x * 4 + at % 4, y * 4 + at / 4));
            (pixels.map(|pixel| u32::from(pixel[channel])).sum::<u32>() / 16) as u8
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = places.flat_map(|(x, y)| [mean(x, y, 0), mean(x, y, 1), mean(x, y, 2), 255]).collect();
        Self { width, height, rgba }
    }

    /// Returns the share of pixels, 0 to 1, with a channel difference above `tolerance`; 1 if sizes differ.
    #[must_use]
    pub fn difference(&self, other: &Self, tolerance: u8) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 1.0;
        }
        let pixels = self.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4));
        let differ = pixels.filter(|(a, b)| a[..3].iter().zip(&b[..3]).any(|(a, b)| a.abs_diff(*b) > tolerance));
        differ.count() as f64 / f64::from(self.width * self.height).max(1.0)
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    ///
    /// If the write fails.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let mut encoder =
            png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(path)?), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let rgb: Vec<u8> = self.rgba.chunks_exact(4).flat_map(|c| [c[0], c[1], c[2]]).collect();
        encoder.write_header()?.write_image_data(&rgb)?;
        Ok(())
    }

    /// Reads a PNG file from [`Self::save`].
    ///
    /// # Errors
    ///
    /// If the read fails.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let file = std::io::BufReader::new(std::fs::File::open(path)?);
        let mut reader = png::Decoder::new(file).read_info().map_err(std::io::Error::other)?;
        let size = reader.output_buffer_size().ok_or_else(|| std::io::Error::other("the picture is too large"))?;
        let mut rgb = vec![0; size];
        let info = reader.next_frame(&mut rgb).map_err(std::io::Error::other)?;
        let rgba = rgb[..info.buffer_size()].chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 255]).collect();
        Ok(Self { width: info.width, height: info.height, rgba })
    }
}
