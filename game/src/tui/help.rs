//! The help page.

/// Its lines.
pub(super) const PAGE: &[&str] = &[
    "Each round the dark decides first, and you see what it means to do.",
    "Then you decide for each of your own, in whichever sequence. All is",
    "carried out in turn order: what you see is what will happen.",
    "",
    "  (X) yours   <x> the dark   [x] takes no side   :x: will stand there",
    "  × struck    3→1 health then   3→† will die   ???? veiled",
    "  → will go   ⇢ would go   ∘ can be picked   ▒ a place that matters",
    "  # wall   O pit   ~ deep water   ^ fire   * ice   % oil   ? smoke",
    "",
    "  arrows h j k l   move the cursor: the whole turn is foreseen under it",
    "  Tab, wheel       next of your own, or next target",
    "  Enter, click     choose          Esc, right click   one step back",
    "  1-9              an action by its number",
    "  Space            this one is done       e   carry out the round",
    "  u take back   U begin the turn anew   r rewind to any decision",
    "  L log   s where it is saved   A let the computer decide the rest",
    "  ? this page   q leave (the battle is saved at every step)",
    "",
    "Pushing beats striking: pits, water, fire and each other's blows do the",
    "work. A blow that is turned, or whose target has moved, hits whoever is",
    "there now.",
];
