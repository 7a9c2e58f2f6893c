//! Themes of the editor: dark blue with amber, or ink on paper.

use crate::Colour;
use imgui::{Style, StyleColor};

/// Colour theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark blue.
    #[default]
    Dark,
    /// Paper.
    Light,
}

impl Theme {
    /// Returns the theme with this index in [`crate::model::THEMES`].
    #[must_use]
    pub const fn of(index: usize) -> Self {
        if index == 1 { Theme::Light } else { Theme::Dark }
    }
}

/// Selected or highlighted.
pub const AMBER: Colour = Colour::new(0.91, 0.71, 0.35, 1.0);
/// Errors.
pub const RED: Colour = Colour::new(0.92, 0.42, 0.38, 1.0);
/// Warnings.
pub const YELLOW: Colour = Colour::new(0.86, 0.76, 0.36, 1.0);
/// Success.
pub const GREEN: Colour = Colour::new(0.47, 0.75, 0.50, 1.0);
/// Related to the item under the pointer.
pub const BLUE: Colour = Colour::new(0.45, 0.65, 0.92, 1.0);

pub(crate) fn ink(ui: &imgui::Ui, colour: Colour) -> Colour {
    let [r, g, b, _] = ui.style_color(StyleColor::WindowBg);
    colour.dimmed(if r + g + b > 1.5 { 0.62 } else { 1.0 })
}

/// Applies a theme to an ImGui style. `scale` is 1 for the default size; repeated calls do not accumulate.
pub fn style(style: &mut Style, theme: Theme, scale: f32) {
    sizes(style);
    if (scale - 1.0).abs() > 0.001 {
        style.scale_all_sizes(scale);
    }
    match theme {
        Theme::Dark => {
            style.use_dark_colors();
        }
        Theme::Light => {
            style.use_light_colors();
        }
    }
    let dark = theme == Theme::Dark;
    let pick = |night: u32, paper: u32, alpha: f32| Colour::hex(if dark { night } else { paper }, alpha);
    let amber = if dark { AMBER } else { Colour::hex(0xb9_7a_1c, 1.0) };
    let faint = |alpha: f32| amber.with_alpha(alpha);
    let colours = [
        (StyleColor::Text, pick(0xd9_df_ea, 0x22_29_36, 1.0)),
        (StyleColor::TextDisabled, pick(0x7c_88_9d, 0x7a_80_8a, 1.0)),
        (StyleColor::WindowBg, pick(0x0e_14_20, 0xf5_f2_ea, 0.97)),
        (StyleColor::ChildBg, pick(0x0b_10_1a, 0xfb_f9_f3, 0.6)),
        (StyleColor::PopupBg, pick(0x12_1a_29, 0xfc_fa_f5, 0.99)),
        (StyleColor::Border, pick(0x26_31_47, 0xcf_c8_b8, 1.0)),
        (StyleColor::FrameBg, pick(0x1a_24_38, 0xe6_e1_d4, 1.0)),
        (StyleColor::FrameBgHovered, pick(0x24_31_4a, 0xdc_d5_c4, 1.0)),
        (StyleColor::FrameBgActive, pick(0x2c_3b_58, 0xd2_ca_b5, 1.0)),
        (StyleColor::TitleBg, pick(0x0a_0f_18, 0xe0_da_cb, 1.0)),
        (StyleColor::TitleBgActive, pick(0x13_1c_2d, 0xd6_ce_bb, 1.0)),
        (StyleColor::TitleBgCollapsed, pick(0x0a_0f_18, 0xe0_da_cb, 0.8)),
        (StyleColor::MenuBarBg, pick(0x0a_0f_18, 0xe8_e3_d7, 1.0)),
        (StyleColor::ScrollbarBg, pick(0x0b_10_1a, 0xef_eb_e0, 0.6)),
        (StyleColor::ScrollbarGrab, pick(0x2b_38_52, 0xc6_be_aa, 1.0)),
        (StyleColor::ScrollbarGrabHovered, pick(0x37_48_68, 0xb5_ab_93, 1.0)),
        (StyleColor::ScrollbarGrabActive, pick(0x42_56_7c, 0xa3_98_7d, 1.0)),
        (StyleColor::CheckMark, amber),
        (StyleColor::SliderGrab, faint(0.8)),
        (StyleColor::SliderGrabActive, amber),
        (StyleColor::Button, pick(0x1f_2b_42, 0xdd_d6_c5, 1.0)),
        (StyleColor::ButtonHovered, pick(0x2b_3b_5a, 0xd0_c7_b1, 1.0)),
        (StyleColor::ButtonActive, pick(0x36_4a_70, 0xc2_b7_9c, 1.0)),
        (StyleColor::Header, faint(0.22)),
        (StyleColor::HeaderHovered, faint(0.30)),
        (StyleColor::HeaderActive, faint(0.42)),
        (StyleColor::Separator, pick(0x26_31_47, 0xcf_c8_b8, 1.0)),
        (StyleColor::SeparatorHovered, faint(0.6)),
        (StyleColor::SeparatorActive, amber),
        (StyleColor::ResizeGrip, faint(0.1)),
        (StyleColor::ResizeGripHovered, faint(0.4)),
        (StyleColor::ResizeGripActive, faint(0.7)),
        (StyleColor::Tab, pick(0x12_1a_29, 0xde_d8_c8, 1.0)),
        (StyleColor::TabHovered, faint(0.45)),
        (StyleColor::TabActive, pick(0x24_31_4a, 0xf5_f2_ea, 1.0)),
        (StyleColor::TabUnfocused, pick(0x0d_13_1e, 0xe4_df_d2, 1.0)),
        (StyleColor::TabUnfocusedActive, pick(0x1a_24_38, 0xee_ea_df, 1.0)),
        (StyleColor::DockingPreview, faint(0.5)),
        (StyleColor::DragDropTarget, amber),
        (StyleColor::NavHighlight, amber),
        (StyleColor::TextSelectedBg, faint(0.35)),
        (StyleColor::TableHeaderBg, pick(0x16_1f_31, 0xe2_dc_cd, 1.0)),
        (StyleColor::TableBorderStrong, pick(0x26_31_47, 0xcf_c8_b8, 1.0)),
        (StyleColor::TableBorderLight, pick(0x1c_26_39, 0xdd_d7_c8, 1.0)),
        (StyleColor::TableRowBgAlt, pick(0xff_ff_ff, 0x00_00_00, 0.02)),
        (StyleColor::ModalWindowDimBg, pick(0x05_08_0e, 0x40_3a_2e, 0.5)),
    ];
    for (of, colour) in colours {
        style[of] = colour.array();
    }
}

fn sizes(style: &mut Style) {
    style.window_padding = [8.0, 7.0];
    style.frame_padding = [6.0, 3.0];
    style.item_spacing = [6.0, 4.0];
    style.item_inner_spacing = [5.0, 4.0];
    style.cell_padding = [4.0, 2.0];
    style.indent_spacing = 16.0;
    style.scrollbar_size = 12.0;
    style.grab_min_size = 10.0;
    style.window_rounding = 3.0;
    style.child_rounding = 3.0;
    style.frame_rounding = 3.0;
    style.popup_rounding = 4.0;
    style.scrollbar_rounding = 6.0;
    style.grab_rounding = 3.0;
    style.tab_rounding = 3.0;
    style.window_border_size = 1.0;
    style.frame_border_size = 0.0;
    style.popup_border_size = 1.0;
    style.window_min_size = [60.0, 40.0];
    style.window_title_align = [0.0, 0.5];
}

/// Configures ImGui input: a click in a number types, and dragging changes it.
pub fn behave(io: &mut imgui::Io) {
    io.config_drag_click_to_input_text = true;
    // A large graph has more vertices than a list with 16-bit indices. The renderer supports offsets.
    io.backend_flags |= imgui::BackendFlags::RENDERER_HAS_VTX_OFFSET;
}

/// Sets whether arrow keys, Tab, Space and Enter move between the widgets of a panel and press them. Call it before each
/// frame with [`crate::Editor::is_navigating`].
pub fn navigate(io: &mut imgui::Io, is_on: bool) {
    // The editor decides itself who gets the keys.
    io.config_flags |= imgui::ConfigFlags::NAV_NO_CAPTURE_KEYBOARD;
    io.config_flags.set(imgui::ConfigFlags::NAV_ENABLE_KEYBOARD, is_on);
}
