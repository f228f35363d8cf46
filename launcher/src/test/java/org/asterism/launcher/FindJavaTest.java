package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindJavaTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeJavaHomeWhenItIsNewEnough() throws Exception {
        var newEnough = java("25 ea", "25-ea");
        var other = java("26", "26.0.1");
        assertEquals(
                newEnough.toString(), find("java", newEnough, other, 25).out().strip());
    }

    @Test
    void shouldPassOverJavaHomeThatIsTooOldAndFollowLinksOnThePath() throws Exception {
        var old = java("old", "17.0.15");
        var newEnough = java("new", "25.0.3");
        var links = Files.createDirectory(folder.resolve("links"));
        Files.createDirectory(links.resolve("bin"));
        Files.createSymbolicLink(
                links.resolve("bin/java"),
                folder.relativize(newEnough).resolve("bin/java").isAbsolute()
                        ? newEnough.resolve("bin/java")
                        : Path.of("../..").resolve(folder.relativize(newEnough)).resolve("bin/java"));
        assertEquals(
                newEnough.toRealPath().toString(),
                find("java", old, links, 25).out().strip());
    }

    @Test
    void shouldWantACompilerForBuilding() throws Exception {
        var runtimeOnly = java("runtime", "99.0.1");
        Files.delete(runtimeOnly.resolve("bin/javac"));
        var complete = java("complete", "99.0.1");
        assertEquals(
                runtimeOnly.toString(),
                find("java", runtimeOnly, complete, 99).out().strip());
        assertEquals(
                complete.toRealPath().toString(),
                find("javac", runtimeOnly, complete, 99).out().strip());
    }

    @Test
    void shouldSayInOneSentenceWhatToInstall() throws Exception {
        var old = java("old", "1.8.0_402");
        var result = find("java", old, old, 99);
        assertEquals(1, result.status());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().contains("JDK 99") && result.err().contains("JAVA_HOME"), result.err());
    }

    @Test
    void shouldNotNeedAHomeFolder() throws Exception {
        var old = java("old", "1.8.0_402");
        var script = Path.of("src/dist/bin/find-java.sh").toAbsolutePath();
        var process = new ProcessBuilder(
                "sh", "-c", "set -u; . '" + script + "'; asterism_java_least=99; asterism_find_java java");
        process.environment().put("JAVA_HOME", old.toString());
        process.environment().remove("HOME");
        var result = Finished.of(process, "");
        assertEquals(1, result.status());
        assertTrue(result.err().contains("JDK 99"), result.err());
    }

    private Finished find(String program, Path javaHome, Path onPath, int least) throws Exception {
        var script = Path.of("src/dist/bin/find-java.sh").toAbsolutePath();
        var process = new ProcessBuilder(
                "sh",
                "-c",
                ". '" + script + "'; asterism_java_least=" + least + "; asterism_find_java " + program
                        + " && echo \"$JAVA_HOME\"");
        process.environment().put("JAVA_HOME", javaHome.toString());
        process.environment().put("PATH", onPath.resolve("bin") + ":" + System.getenv("PATH"));
        return Finished.of(process, "");
    }

    private Path java(String name, String version) throws IOException {
        var home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (var program : new String[] {"java", "javac"}) {
            Files.createFile(
                    home.resolve("bin").resolve(program),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        return home;
    }
}
