plugins {
    java
    id("com.diffplug.spotless") version "7.0.0"
    id("org.springframework.boot") version "3.4.0"
}
tasks.register("seedOrchard") { doLast { println("seed") } }
// tasks.register("loadFixtures") went away
dependencies {
    implementation("org.springframework.boot:spring-boot-starter-data-jpa")
    compileOnly("org.projectlombok:lombok")
}
