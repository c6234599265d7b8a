use figment::{providers::{Env, Format, Toml}, Figment};

pub struct Settings {
    pub poll_seconds: u32,
    pub database_url: String,
}

pub fn load() -> Settings {
    Figment::new()
        .merge(Toml::file("config/kiln.toml"))
        .merge(Env::prefixed("KILN_"))
        .extract()
        .expect("settings")
}
