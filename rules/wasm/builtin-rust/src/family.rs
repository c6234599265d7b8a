use impressionism::Ref;

/// What an item competes with: skills and commands are one family, each other kind
/// is its own.
pub fn family(item: &Ref) -> &str {
    match item.kind() {
        "command" => "skill",
        kind => kind,
    }
}

/// How many items of each family have had their place.
#[derive(Default)]
pub struct Places(Vec<(String, u32)>);

impl Places {
    /// The place of the next item, from 1 on in its family.
    pub fn next(&mut self, item: &Ref) -> u32 {
        let own = family(item);
        if let Some((_, taken)) = self.0.iter_mut().find(|(name, _)| name == own) {
            *taken += 1;
            return *taken;
        }
        self.0.push((own.into(), 1));
        1
    }
}
