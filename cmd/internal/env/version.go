package env

// Version is that of the program; its manifest and changelog have the same.
const Version = "0.1.0"

// PluginName is the plugin's, as its manifest has it.
const PluginName = "impressionism"
