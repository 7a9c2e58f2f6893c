//! Selection in the open asset: nothing, one part, or several parts of one list.

use super::Model;
use foretoken_action_assets::walk::split_part;

impl Model {
    /// Selects only the part or list at a path; an empty path selects the asset itself.
    pub fn select(&mut self, path: &str) {
        path.clone_into(&mut self.selected);
        self.also.clear();
    }

    pub(super) fn select_again(&mut self, paths: Option<Vec<String>>) {
        let Some(mut paths) = paths else { return };
        self.selected = if paths.is_empty() { String::new() } else { paths.remove(0) };
        self.also = paths;
    }

    /// Adds a part to the selection, or removes it. A part of another list is selected alone.
    pub fn select_also(&mut self, path: &str) {
        if !self.has_one_parent(path) {
            return self.select(path);
        }
        if self.selected == path {
            self.selected = self.also.pop().unwrap_or_default();
        } else if let Some(at) = self.also.iter().position(|other| other == path) {
            self.also.remove(at);
        } else {
            self.also.push(std::mem::replace(&mut self.selected, path.to_owned()));
        }
    }

    /// Selects the range from the selected part to another part of its list.
    pub fn select_to(&mut self, path: &str) {
        let (Some((list, from)), Some((_, to))) = (split_part(&self.selected), split_part(path)) else {
            return self.select(path);
        };
        if !self.has_one_parent(path) {
            return self.select(path);
        }
        let places = if from < to { from + 1..=to } else { to..=from.saturating_sub(1) };
        let places = if from == to { Vec::new() } else { places.collect() };
        self.also = places.into_iter().map(|at| format!("{list}[{at}]")).collect();
    }

    pub(super) fn select_run(&mut self, list: &str, first: usize, count: usize) {
        self.selected = format!("{list}[{first}]");
        self.also = (first + 1..first + count).map(|at| format!("{list}[{at}]")).collect();
    }

    fn has_one_parent(&self, path: &str) -> bool {
        let list = |path: &str| split_part(path).map(|(list, _)| list.to_owned());
        list(path).is_some() && list(path) == list(&self.selected)
    }

    /// Returns whether a part or list is selected.
    #[must_use]
    pub fn is_selected(&self, path: &str) -> bool {
        !path.is_empty() && (self.selected == path || self.also.iter().any(|other| other == path))
    }

    /// Returns the selected paths, in list order.
    #[must_use]
    pub fn chosen(&self) -> Vec<String> {
        let mut all: Vec<String> = self.also.clone();
        all.extend(Some(self.selected.clone()).filter(|path| !path.is_empty()));
        all.sort_by_key(|path| split_part(path).map_or(0, |(_, at)| at));
        all
    }
}
