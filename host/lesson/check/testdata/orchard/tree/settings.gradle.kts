rootProject.name = "orchard"
include("harvest", "sensors")
