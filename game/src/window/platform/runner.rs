//! The app with ImGui and a device, for windows and tests. Converts input events for ImGui and draws frames.

use crate::window::film::{self, Film};
use crate::window::hud::{self, Fonts};
use crate::window::platform::input::{Button, Input, Key};
use crate::window::platform::layouts::Layouts;
use crate::window::render::gpu::{Gpu, GpuError};
use crate::window::screens::app::pace::{DrawnBy, Pace};
use crate::window::screens::app::{App, PICTURE, Posed};
use imgui::{FontConfig, FontGlyphRanges, FontSource};
use std::collections::VecDeque;

/// Shapes of the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// The default.
    Arrow,
    /// Over a button.
    Hand,
    /// Over text.
    Text,
    /// Over a movable item.
    Move,
    /// Over a vertical edge.
    Across,
    /// Over a horizontal edge.
    Down,
}

/// App, ImGui and a device.
#[derive(Debug)]
pub struct Runner {
    /// App.
    pub app: App,
    imgui: imgui::Context,
    gpu: Option<Gpu>,
    fonts: Fonts,
    made_for: MadeFor,
    laid_out: bool,
    layouts: Layouts,
    size: (u32, u32),
    pressed: bool,
    waiting: VecDeque<Input>,
    film: Option<Film>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct MadeFor {
    scale: f32,
    text: f32,
    art_version: u64,
    theme: Option<foretoken_editor::Theme>,
}

/// European letters, arrows, lines and marks. Missing glyphs show as boxes.
const GLYPHS: &[u32] = &[
    0x20, 0x17f, 0x370, 0x52f, 0x2010, 0x2044, 0x20ac, 0x20ac, 0x2190, 0x21ff, 0x2200, 0x22ff, 0x2500, 0x25ff, 0x2600,
    0x2717, 0xfffd, 0xfffd, 0,
];

fn layout_of(imgui: &mut imgui::Context) -> String {
    let mut text = String::new();
    imgui.save_ini_settings(&mut text);
    text
}

impl Runner {
    /// Creates a runner. Only one can exist in a process, because ImGui has one context.
    #[must_use]
    pub fn new(app: App, size: (u32, u32), scale: f64) -> Self {
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        imgui.io_mut().config_flags |= imgui::ConfigFlags::DOCKING_ENABLE;
        foretoken_editor::behave(imgui.io_mut());
        let (app_scales, art_version) = (app.scales(), app.art().1);
        let fonts = fonts(&mut imgui, app_scales.1);
        let mut runner = Self {
            app,
            imgui,
            gpu: None,
            fonts,
            made_for: MadeFor { scale: 0.0, text: app_scales.1, art_version, theme: None },
            laid_out: false,
            layouts: Layouts::default(),
            size,
            pressed: false,
            waiting: VecDeque::new(),
            film: None,
        };
        runner.input(Input::Scale(scale));
        runner.input(Input::Resized(size.0, size.1));
        runner
    }

    /// Creates the device and its resources, also after a loss.
    ///
    /// # Errors
    ///
    /// A sentence with the remedy.
    pub fn attach(&mut self, instance: &wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<(), GpuError> {
        self.gpu = None;
        self.app.forget_pictures();
        self.gpu = Some(Gpu::new(instance, surface, &mut self.imgui, self.app.art().0)?);
        Ok(())
    }

    /// Returns the device.
    #[must_use]
    pub const fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// Sets the clipboard; the default is internal.
    pub fn set_clipboard(&mut self, clipboard: impl imgui::ClipboardBackend) {
        self.imgui.set_clipboard_backend(clipboard);
    }

    /// Returns ImGui's window layout, to store.
    pub fn layout(&mut self) -> String {
        layout_of(&mut self.imgui)
    }

    /// Handles an input event. ImGui reads keys and modifiers once a frame, so a release of a modifier waits one frame
    /// after a key press, with all later events.
    pub fn input(&mut self, input: Input) {
        let lets_go = matches!(input, Input::Key(key, false) if modifier(key).is_some());
        if !self.waiting.is_empty() || self.pressed && lets_go {
            self.waiting.push_back(input);
        } else {
            self.pressed |= matches!(input, Input::Key(key, true) if modifier(key).is_none());
            self.take(input);
        }
    }

    fn next_frame(&mut self) {
        self.pressed = false;
        for input in std::mem::take(&mut self.waiting) {
            self.input(input);
        }
    }

    fn take(&mut self, input: Input) {
        let io = self.imgui.io_mut();
        match input {
            Input::Pointer(x, y) => io.add_mouse_pos_event([x, y]),
            Input::Button(button, down) => {
                let button = match button {
                    Button::Left => imgui::MouseButton::Left,
                    Button::Right => imgui::MouseButton::Right,
                    Button::Middle => imgui::MouseButton::Middle,
                };
                io.add_mouse_button_event(button, down);
            }
            Input::Wheel(by) => io.add_mouse_wheel_event([0.0, by]),
            Input::Key(key, down) => {
                if let Some(modifier) = modifier(key) {
                    io.add_key_event(modifier, down);
                }
                io.add_key_event(imgui_key(key), down);
            }
            Input::Text(letter) if !letter.is_control() => io.add_input_character(letter),
            Input::Resized(width, height) => self.size = (width, height),
            Input::DeviceLost => {
                if let Some(gpu) = &self.gpu {
                    gpu.lose();
                }
            }
            _ => {}
        }
        self.app.handle(&input);
    }

    /// Advances time without a picture, for hidden windows.
    pub fn idle(&mut self, seconds: f32) {
        self.app.step(seconds);
        self.next_frame();
    }

    /// Advances time and draws a frame if there is a target.
    pub fn frame(&mut self, seconds: f32, view: Option<&wgpu::TextureView>, size: (u32, u32)) {
        let _span = tracing::debug_span!("frame").entered();
        let films = self.app.shared.filming.is_some();
        self.draw(if films { film::STEP } else { seconds }, view, size);
        self.film(size);
        self.next_frame();
    }

    /// Draws the last frame again.
    pub fn present(&mut self, view: &wgpu::TextureView, size: (u32, u32)) {
        let _span = tracing::debug_span!("present").entered();
        let drawn = self.imgui.render();
        let scene = self.app.scene();
        if let Some(gpu) = &mut self.gpu {
            gpu.draw(view, size, scene.as_ref(), drawn);
        }
    }

    fn film(&mut self, size: (u32, u32)) {
        let Some(filming) = self.app.shared.filming.clone().filter(|filming| filming.until.is_some()) else {
            self.film = self.film.take().filter(|_| self.app.shared.filming.is_some());
            return;
        };
        if let Err(error) = self.film_frame(filming.order, size) {
            self.film = None;
            return self.app.filmed_to_the_end(Err(error));
        }
        if filming.is_over
            && let Some(film) = self.film.take()
        {
            self.app.filmed_to_the_end(film.finish());
        }
    }

    fn film_frame(&mut self, order: film::Order, size: (u32, u32)) -> Result<(), film::FilmError> {
        let none = || GpuError::NoPicture("there is no device".to_owned());
        let mut film = match self.film.take() {
            Some(film) => film,
            None => Film::begin(order, self.gpu.as_ref().ok_or_else(none)?, size)?,
        };
        let (view, filmed) = film.target();
        if size != filmed {
            return Err(film::FilmError::Resized);
        }
        self.present(view, size);
        film.add(self.gpu.as_ref().ok_or_else(none)?)?;
        self.film = Some(film);
        Ok(())
    }

    fn draw(&mut self, seconds: f32, view: Option<&wgpu::TextureView>, size: (u32, u32)) {
        self.app.step(seconds);
        self.refresh();
        let Some(gpu) = &mut self.gpu else { return };
        for picture in self.app.old_pictures() {
            gpu.forget(picture);
        }
        if let Some(Posed { scenario, battle, art }) = self.app.wants_picture() {
            let picture = gpu.thumbnail(PICTURE, &battle.scene.frame(&battle.camera, 0.4), art.as_deref());
            self.app.set_picture(scenario, picture);
        }
        let io = self.imgui.io_mut();
        io.display_size = [size.0 as f32, size.1 as f32];
        io.delta_time = seconds.clamp(0.000_1, 0.25);
        foretoken_editor::navigate(io, self.app.is_navigating());
        let ui = self.imgui.new_frame();
        self.app.interface(ui, gpu.sheet(), self.fonts);
        match view {
            Some(view) => self.present(view, size),
            None => {
                self.imgui.render();
                self.app.scene();
            }
        }
        let io = self.imgui.io();
        let keys = if self.app.is_editing() { io.want_capture_keyboard } else { io.want_text_input };
        self.app.capture(io.want_capture_mouse, keys);
        if io.want_save_ini_settings {
            self.keep_layout();
            self.imgui.io_mut().want_save_ini_settings = false;
        }
    }

    /// Stores the editor's panel layout.
    pub fn keep_layout(&mut self) {
        let layout = self.layout();
        if let Some(editor) = self.app.editor_mut().filter(|_| self.laid_out) {
            editor.keep(&layout);
        }
    }

    fn refresh(&mut self) {
        let ((scale, text), version) = (self.app.scales(), self.app.art().1);
        let Some(gpu) = &mut self.gpu else { return };
        if (self.made_for.text - text).abs() > 0.1 {
            self.fonts = fonts(&mut self.imgui, text);
            gpu.set_fonts(&mut self.imgui);
        }
        if self.made_for.art_version != version {
            gpu.set_art(self.app.art().0);
        }
        let theme = self.app.editor().filter(|_| self.app.is_editing()).map(foretoken_editor::Editor::theme);
        let made_for = MadeFor { scale, text, art_version: version, theme };
        let is_scaled = self.laid_out && theme.is_some() && self.made_for.theme.is_some();
        if is_scaled && (self.made_for.scale - scale).abs() > 0.001 {
            let now = self.layout();
            if let Some(layout) = self.layouts.change(self.made_for.scale, scale, now) {
                self.imgui.load_ini_settings(&layout);
            }
        } else if is_scaled {
            let imgui = &mut self.imgui;
            self.layouts.frame(|| layout_of(imgui));
        }
        if self.made_for != made_for {
            match theme {
                Some(theme) => foretoken_editor::style(self.imgui.style_mut(), theme, scale),
                None => hud::style(self.imgui.style_mut(), self.app.art().0, scale),
            }
            self.made_for = made_for;
        }
        let size = [self.size.0 as f32, self.size.1 as f32];
        if !self.laid_out
            && let Some(layout) = self.app.editor().filter(|_| self.app.is_editing()).map(|e| e.layout_for(size))
        {
            self.imgui.load_ini_settings(&layout);
            self.laid_out = true;
        }
        if let Some(layout) = self.app.layout_anew(size) {
            self.imgui.load_ini_settings(&layout);
        }
    }

    /// Whether the picture is unchanged; see [`App::is_picture_unchanged`].
    #[must_use]
    pub fn is_picture_unchanged(&self) -> bool {
        self.app.is_picture_unchanged()
    }

    /// Whether the window should fill the screen.
    #[must_use]
    pub const fn is_full_screen(&self) -> bool {
        self.app.shared.settings.full_screen
    }

    /// Returns the frame rate mode; see [`App::pace`].
    #[must_use]
    pub fn pace(&self) -> Pace {
        if self.waiting.is_empty() { self.app.pace() } else { Pace::Moves }
    }

    /// Returns the minimum seconds to the next picture; `None` if there is none; see [`Pace::seconds`].
    #[must_use]
    pub fn until_next(&self) -> Option<f32> {
        let by_processor = self.gpu().is_some_and(Gpu::is_processor);
        self.pace().seconds(if by_processor { DrawnBy::Processor } else { DrawnBy::Card })
    }

    /// Whether the window should close.
    #[must_use]
    pub const fn is_closing(&self) -> bool {
        self.app.is_closing()
    }

    /// Returns the window title; see [`App::caption`].
    #[must_use]
    pub fn caption(&self) -> String {
        self.app.caption()
    }

    /// Returns the pointer shape; `None` if hidden.
    #[must_use]
    pub fn cursor(&self) -> Option<Cursor> {
        Some(match self.imgui.mouse_cursor()? {
            imgui::MouseCursor::Arrow | imgui::MouseCursor::NotAllowed => Cursor::Arrow,
            imgui::MouseCursor::TextInput => Cursor::Text,
            imgui::MouseCursor::Hand => Cursor::Hand,
            imgui::MouseCursor::ResizeAll | imgui::MouseCursor::ResizeNESW | imgui::MouseCursor::ResizeNWSE => {
                Cursor::Move
            }
            imgui::MouseCursor::ResizeEW => Cursor::Across,
            imgui::MouseCursor::ResizeNS => Cursor::Down,
        })
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        // ImGui asks for it seconds after a change; the window can close before.
        self.keep_layout();
    }
}

fn fonts(imgui: &mut imgui::Context, size: f32) -> Fonts {
    let atlas = imgui.fonts();
    atlas.clear();
    let font = |data: &'static [u8], size: f32, brighten: f32| FontSource::TtfData {
        data,
        size_pixels: size,
        config: Some(FontConfig {
            glyph_ranges: FontGlyphRanges::from_slice(GLYPHS),
            oversample_h: 2,
            rasterizer_multiply: brighten,
            ..FontConfig::default()
        }),
    };
    let (sans, mono) = (epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR);
    let text = atlas.add_font(&[font(sans, size, 1.35), font(mono, size, 1.1)]);
    let small = (size * 0.8).round();
    let small = atlas.add_font(&[font(sans, small, 1.5), font(mono, small, 1.2)]);
    let large = atlas.add_font(&[font(sans, (size * 1.35).round(), 1.35), font(mono, (size * 1.35).round(), 1.1)]);
    let code = atlas.add_font(&[font(mono, (size * 0.9).round(), 1.1), font(sans, size, 1.3)]);
    Fonts { text, small, large, code }
}

const fn modifier(key: Key) -> Option<imgui::Key> {
    match key {
        Key::Shift => Some(imgui::Key::ModShift),
        Key::Control => Some(imgui::Key::ModCtrl),
        Key::Alt => Some(imgui::Key::ModAlt),
        Key::Super => Some(imgui::Key::ModSuper),
        _ => None,
    }
}

macro_rules! same_keys {
    ($key:expr; $($same:ident),+; $($ours:ident => $theirs:ident),+ $(,)?) => {
        match $key { $(Key::$same => imgui::Key::$same,)+ $(Key::$ours => imgui::Key::$theirs,)+ }
    };
}

const fn imgui_key(key: Key) -> imgui::Key {
    same_keys! {
        key;
        A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
        F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
        Home, End, PageUp, PageDown, Insert, Delete, Backspace, Tab, Enter, Escape, Space,
        Minus, Equal, Comma, Period, Slash, Semicolon, Apostrophe, Backslash;
        Digit0 => Alpha0, Digit1 => Alpha1, Digit2 => Alpha2, Digit3 => Alpha3, Digit4 => Alpha4,
        Digit5 => Alpha5, Digit6 => Alpha6, Digit7 => Alpha7, Digit8 => Alpha8, Digit9 => Alpha9,
        Up => UpArrow, Down => DownArrow, Left => LeftArrow, Right => RightArrow,
        BracketLeft => LeftBracket, BracketRight => RightBracket, Backquote => GraveAccent,
        Shift => LeftShift, Control => LeftCtrl, Alt => LeftAlt, Super => LeftSuper,
    }
}
