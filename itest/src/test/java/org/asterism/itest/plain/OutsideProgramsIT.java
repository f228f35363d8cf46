package org.asterism.itest.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds programs as their users do: outside the tree, with one dependency and one class. Maven and Gradle start with
 * an empty local repository, and get Asterism from the repository of the release, or from one of the tree's jars and
 * POMs.
 */
@Timeout(600)
class OutsideProgramsIT {
    private static final String SQUARES = "[1.0, 16.0, 81.0]";

    @TempDir
    private Path folder;

    private Path program;
    private OutsideMaven maven;

    @BeforeEach
    void makeFolders() throws IOException {
        maven = new OutsideMaven(folder);
        program = Files.createDirectory(folder.resolve("program"));
    }

    private void write(String file, String text) throws IOException {
        Path path = program.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** The class of {@code examples/plain}. */
    private void writeProgram() throws IOException {
        String file = "src/main/java/org/example/plain/Squares.java";
        write(file, Files.readString(OutsideMaven.TREE.resolve("examples/plain").resolve(file)));
    }

    @Test
    void shouldBuildAndRunAMavenProgram() throws Exception {
        write("pom.xml", Files.readString(OutsideMaven.TREE.resolve("examples/plain/pom.xml")));
        writeProgram();
        maven.run(program, "package");
        assertEquals(List.of(SQUARES), Command.run(program, Command.java(), "-jar", "target/plain-1.0.0.jar"));
    }

    @Test
    void shouldBuildAndRunAGradleProgram() throws Exception {
        Optional<Path> gradle = onPath("gradle");
        assumeTrue(gradle.isPresent(), "there is no gradle on the PATH (Debian: gradle)");
        Optional<Path> jdk = jdkOf(gradle.get());
        assumeTrue(jdk.isPresent(), "there is no Java 17, which this gradle needs, in /usr/lib/jvm");
        writeProgram();
        // Old versions of Gradle do not run on Java 25, so they call its compiler and start it.
        write("build.gradle", """
                apply plugin: 'java'
                repositories {
                    maven { url '%s' }
                    maven { url '%s' }
                }
                dependencies {
                    implementation 'org.asterism:asterism-embedded:0.1.0-SNAPSHOT'
                }
                compileJava {
                    options.fork = true
                    options.forkOptions.executable = '%3$s/bin/javac'
                }
                task run(type: Exec) {
                    dependsOn classes
                    commandLine '%3$s/bin/java', '--enable-native-access=ALL-UNNAMED',
                        '-cp', sourceSets.main.runtimeClasspath.asPath, 'org.example.plain.Squares'
                }
                """.formatted(maven.release(), OutsideMaven.FETCHED.toUri(), Command.javaHome()));
        List<String> lines = Command.runWith(
                jdk.get(),
                program,
                gradle.get(),
                "--offline",
                "--no-daemon",
                "--quiet",
                "--gradle-user-home",
                folder.resolve("gradle"),
                "run");
        assertTrue(lines.contains(SQUARES), lines::toString);
    }

    private static Optional<Path> onPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, command))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Debian's gradle is old; another one runs with the JDK of the tests. */
    private static Optional<Path> jdkOf(Path gradle) throws Exception {
        if (!gradle.toRealPath().startsWith("/usr/share/gradle")) {
            return Optional.of(Command.javaHome());
        }
        Path jdks = Path.of("/usr/lib/jvm");
        try (Stream<Path> all = Files.isDirectory(jdks) ? Files.list(jdks) : Stream.empty()) {
            return all.filter(jdk -> jdk.getFileName().toString().startsWith("java-17-")
                            && Files.isExecutable(jdk.resolve("bin/java")))
                    .findFirst();
        }
    }

    /** JBang itself may be missing, so this test does what JBang does with the lines of the file. */
    @Test
    void shouldRunAFileOfJBangWithWhatItsLinesAskFor() throws Exception {
        Path file = OutsideMaven.TREE.resolve("examples/jbang/Squares.java");
        String source = Files.readString(file);
        String[] coordinates = line("//DEPS ([^\\s]+)", source).split(":");
        assertEquals(3, coordinates.length, "group:artifact:version");
        String java = line("//JAVA (\\d+)\\+", source);
        assertTrue(Runtime.version().feature() >= Integer.parseInt(java), java);
        write("pom.xml", """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.example</groupId><artifactId>script</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <dependencies>
                    <dependency>
                      <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
                    </dependency>
                  </dependencies>
                </project>
                """.formatted((Object[]) coordinates));
        maven.run(
                program,
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies",
                "-DoutputDirectory=lib",
                "-DincludeScope=runtime");
        assertEquals(
                List.of(SQUARES),
                Command.run(program, Command.java(), line("//JAVA_OPTIONS (.*)", source), "-cp", "lib/*", file));
    }

    private static String line(String pattern, String source) {
        return Pattern.compile("(?m)^" + pattern + "$")
                .matcher(source)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
