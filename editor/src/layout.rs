//! The layout that the editor begins with, as ImGui writes it: assets and the action's tree at the left, inspector and
//! demonstration at the right, everything else in tabs at the bottom, and the battle in the middle.

/// ImGui's settings for the usual layout. The dock's number is what ImGui makes of the name of the window over the main
/// viewport, and so always the same.
pub(crate) const USUAL: &str = "\
[Window][###assets]
Pos=0,24
Size=300,420
DockId=0x00000003,0

[Window][###action]
Pos=0,446
Size=300,554
DockId=0x00000004,0

[Window][###inspector]
Pos=1210,24
Size=390,560
DockId=0x00000009,0

[Window][###demonstration]
Pos=1210,586
Size=390,414
DockId=0x0000000A,0

[Window][###problems]
Pos=302,720
Size=906,280
DockId=0x00000008,0

[Window][###program]
Pos=302,720
Size=906,280
DockId=0x00000008,1

[Window][###history]
Pos=302,720
Size=906,280
DockId=0x00000008,2

[Window][###state]
Pos=302,720
Size=906,280
DockId=0x00000008,3

[Window][###rewind]
Pos=302,720
Size=906,280
DockId=0x00000008,4

[Window][###debug]
Pos=302,720
Size=906,280
DockId=0x00000008,5

[Window][###log]
Pos=302,720
Size=906,280
DockId=0x00000008,6

[Window][###shortcuts]
Pos=302,720
Size=906,280
DockId=0x00000008,7

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
