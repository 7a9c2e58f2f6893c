//! Default layout of the panels as ImGui settings, with smaller panels for small windows.

use imgui::{StyleVar, Ui};

/// ImGui settings of the default layout. ImGui derives the dock's number from the name of the window over the main
/// viewport, so it is constant.
pub(crate) const USUAL: &str = "\
[Window][###assets]
Pos=0,24
Size=300,420
DockId=0x00000003,0

[Window][###action]
Pos=0,446
Size=300,554
DockId=0x00000004,0

[Window][###map]
Pos=0,446
Size=300,554
DockId=0x00000004,1

[Window][###graph]
Pos=302,24
Size=906,694
DockId=0x00000007,0

[Window][###deck]
Pos=302,24
Size=906,694
DockId=0x00000007,1

[Window][###inspector]
Pos=1210,24
Size=390,560
DockId=0x00000009,0

[Window][###demonstration]
Pos=1210,586
Size=390,414
DockId=0x0000000A,0

[Window][###picture]
Pos=1210,24
Size=390,560
DockId=0x00000009,1

[Window][###problems]
Pos=302,720
Size=906,280
DockId=0x00000008,0

[Window][###program]
Pos=302,720
Size=906,280
DockId=0x00000008,1

[Window][###rules]
Pos=302,720
Size=906,280
DockId=0x00000008,2

[Window][###history]
Pos=302,720
Size=906,280
DockId=0x00000008,3

[Window][###state]
Pos=302,720
Size=906,280
DockId=0x00000008,4

[Window][###rewind]
Pos=302,720
Size=906,280
DockId=0x00000008,5

[Window][###debug]
Pos=302,720
Size=906,280
DockId=0x00000008,6

[Window][###log]
Pos=302,720
Size=906,280
DockId=0x00000008,7

[Window][###shortcuts]
Pos=302,720
Size=906,280
DockId=0x00000008,8

[Window][###guide]
Pos=302,720
Size=906,280
DockId=0x00000008,9

[Window][###table]
Pos=302,720
Size=906,280
DockId=0x00000008,10

[Docking][Data]
DockSpace       ID=0x8B93E3BD Window=0xA787BDB4 Pos=0,24 Size=1600,976 Split=X
  DockNode      ID=0x00000001 Parent=0x8B93E3BD SizeRef=300,976 Split=Y
    DockNode    ID=0x00000003 Parent=0x00000001 SizeRef=300,420
    DockNode    ID=0x00000004 Parent=0x00000001 SizeRef=300,554
  DockNode      ID=0x00000002 Parent=0x8B93E3BD SizeRef=1298,976 Split=X
    DockNode    ID=0x00000005 Parent=0x00000002 SizeRef=906,976 Split=Y
      DockNode  ID=0x00000007 Parent=0x00000005 SizeRef=906,694 CentralNode=1
      DockNode  ID=0x00000008 Parent=0x00000005 SizeRef=906,280
    DockNode    ID=0x00000006 Parent=0x00000002 SizeRef=390,976 Split=Y
      DockNode  ID=0x00000009 Parent=0x00000006 SizeRef=390,560
      DockNode  ID=0x0000000A Parent=0x00000006 SizeRef=390,414
";

/// Panels that layouts of earlier versions lack, each with the panel beside which it opens.
const NEW: [(&str, &str); 2] = [("table", "problems"), ("deck", "graph")];

/// Returns a kept layout in which new panels are tabs beside others, so that they do not cover the battle.
pub(crate) fn with_new_panels(mut layout: String) -> String {
    for (new, beside) in NEW {
        let at = layout.find(&format!("[Window][###{beside}]"));
        if layout.contains(&format!("[Window][###{new}]")) {
            continue;
        }
        let Some(section) = at.and_then(|at| layout[at..].split("\n\n").next()) else { continue };
        let dock = section.lines().find(|line| line.starts_with("DockId=")).and_then(|line| line.split(',').next());
        if let Some(dock) = dock {
            layout = format!("[Window][###{new}]\n{dock}\n\n{layout}");
        }
    }
    layout
}

/// Share of a small window that the battle keeps, per axis.
const SHARE: f32 = 0.45;
const SMALL: [f32; 2] = [1200.0, 720.0];
const BAR: f32 = 24.0;
const SPLITTER: f32 = 2.0;
const SETTLED: u32 = 4;

#[derive(Debug, Default)]
pub(crate) struct CentreGuard {
    size: [f32; 2],
    frames: u32,
    tight: [bool; 2],
}

impl CentreGuard {
    /// Draws the dock over the whole window. `middle` is the free area of the last frame.
    pub fn dock(&mut self, ui: &Ui, middle: crate::Rect, scale: f32) {
        let size = ui.io().display_size;
        if size != self.size {
            (self.size, self.frames) = (size, 0);
        }
        self.frames = self.frames.saturating_add(1);
        let free = [middle.width(), middle.height()];
        let mut least = ui.clone_style().window_min_size;
        for axis in 0..2 {
            let small = size[axis] < SMALL[axis] * scale.max(1.0);
            if self.frames == SETTLED {
                self.tight[axis] |= free[axis] < size[axis] * SHARE;
            }
            self.tight[axis] &= small;
            if self.tight[axis] {
                least[axis] = (size[axis] * SHARE).ceil();
            }
        }
        let least = ui.push_style_var(StyleVar::WindowMinSize(least));
        ui.dockspace_over_main_viewport();
        least.pop();
    }
}

struct Node<'t> {
    line: usize,
    id: &'t str,
    parent: Option<&'t str>,
    size: Option<(&'t str, [f32; 2])>,
    split: Option<usize>,
    central: bool,
}

impl<'t> Node<'t> {
    fn read((line, text): (usize, &'t str)) -> Option<Self> {
        let mut words = text.split_whitespace();
        words.next().filter(|word| word.starts_with("Dock"))?;
        let mut node = Node { line, id: "", parent: None, size: None, split: None, central: false };
        for word in words {
            match word.split_once('=') {
                Some(("ID", id)) => node.id = id,
                Some(("Parent", id)) => node.parent = Some(id),
                Some(("SizeRef", size)) => {
                    let (across, down) = size.split_once(',')?;
                    node.size = Some((word, [across.parse().ok()?, down.parse().ok()?]));
                }
                Some(("Split", axis)) => node.split = Some(usize::from(axis == "Y")),
                Some(("CentralNode", _)) => node.central = true,
                _ => {}
            }
        }
        Some(node)
    }
}

/// Returns a layout for a window size. If panels would take too much of the middle, all of them shrink.
pub(crate) fn fitted(layout: &str, size: [f32; 2]) -> String {
    let mut lines: Vec<String> = layout.lines().map(str::to_owned).collect();
    let nodes: Vec<Node<'_>> = layout.lines().enumerate().filter_map(Node::read).collect();
    let mut beside: [Vec<&Node<'_>>; 2] = [Vec::new(), Vec::new()];
    let mut within = nodes.iter().find(|node| node.central);
    while let Some(node) = within {
        let parent = nodes.iter().find(|other| Some(other.id) == node.parent && other.id != node.id);
        if let Some(axis) = parent.and_then(|parent| parent.split) {
            beside[axis].extend(nodes.iter().filter(|other| other.parent == node.parent && other.id != node.id));
        }
        within = parent.filter(|parent| parent.line < node.line);
    }
    for (axis, beside) in beside.iter().enumerate() {
        let whole = size[axis] - if axis == 1 { BAR } else { 0.0 };
        let taken: f32 = beside.iter().filter_map(|node| Some(node.size?.1[axis])).sum();
        let room = whole - size[axis] * SHARE - SPLITTER * beside.len() as f32;
        if taken <= room || room <= 0.0 {
            continue;
        }
        for node in beside {
            let Some((words, mut own)) = node.size else { continue };
            own[axis] = (own[axis] * room / taken).floor().max(1.0);
            let line = &mut lines[node.line];
            *line = line.replacen(words, &format!("SizeRef={},{}", own[0], own[1]), 1);
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_layout_gets_new_panels_as_tabs() {
        let old: String =
            USUAL.split("\n\n").filter(|part| !part.contains("###table]")).collect::<Vec<_>>().join("\n\n");
        let new = with_new_panels(old);
        assert!(new.starts_with("[Window][###table]\nDockId=0x00000008\n"), "{new}");
        assert_eq!(with_new_panels(USUAL.to_owned()), USUAL);
        assert_eq!(with_new_panels("nothing".to_owned()), "nothing");
    }

    #[test]
    fn a_small_window_has_smaller_panels() {
        assert_eq!(fitted(USUAL, [1600.0, 1000.0]), USUAL, "a large one has the usual ones");
        let small = fitted(USUAL, [800.0, 600.0]);
        assert!(small.contains("ID=0x00000001 Parent=0x8B93E3BD SizeRef=189,976"), "{small}");
        assert!(small.contains("ID=0x00000006 Parent=0x00000002 SizeRef=246,976"), "{small}");
        assert!(small.contains("ID=0x00000008 Parent=0x00000005 SizeRef=906,280"), "what fits stays: {small}");
        let low = fitted(USUAL, [1600.0, 400.0]);
        assert!(low.contains("ID=0x00000008 Parent=0x00000005 SizeRef=906,194"), "{low}");
        assert_eq!(fitted("nothing", [800.0, 600.0]), "nothing\n");
    }
}
