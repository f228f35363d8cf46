package org.asterism.bench.revisions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Takes revisions out of a small repository, whose builds copy a file. */
@DisabledOnOs(OS.WINDOWS)
final class RevisionTest {
    private static final String BUILD = """
            #!/bin/sh
            mkdir -p launcher/target/asterism
            cp text launcher/target/asterism/
            """;

    @TempDir
    private Path folder;

    private Path root;
    private Path cache;

    @BeforeEach
    void makeRepository() throws Exception {
        root = Files.createDirectory(folder.resolve("root"));
        cache = folder.resolve("cache");
        git("init", "--quiet");
        commit("first");
        commit("second");
    }

    private void commit(String text) throws Exception {
        Files.writeString(root.resolve("text"), text);
        assertTrue(Files.writeString(root.resolve("asterism"), BUILD).toFile().setExecutable(true));
        git("add", "--all");
        git("commit", "--quiet", "--message", "The " + text);
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.org"));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
        assertEquals(0, process.waitFor(), () -> String.join(" ", command));
    }

    @Test
    void shouldBuildAnotherRevisionBesideTheWorkingTree() throws Exception {
        Revision other = Revision.built(root, "HEAD~1", cache);
        assertEquals("first", Files.readString(other.distribution().resolve("text")));
        assertTrue(other.title().endsWith("The first"), other::title);
        assertFalse(Files.exists(root.resolve("launcher")), "the working tree has been built");
        try (Stream<Path> kept = Files.list(cache)) {
            assertEquals(1, kept.count(), "folders in the cache");
        }
    }

    @Test
    void shouldTakeARevisionOutOnce() throws Exception {
        Path distribution = Revision.built(root, "HEAD", cache).distribution();
        Path mark = Files.createFile(distribution.resolve("mark"));
        assertEquals(distribution, Revision.built(root, "HEAD", cache).distribution());
        assertTrue(Files.exists(mark));
    }

    @Test
    void shouldSayThatTheWorkingTreeHasChanges() throws Exception {
        assertTrue(Revision.ofWorkingTree(root).title().endsWith("The second"));
        Files.writeString(root.resolve("text"), "third");
        Revision changed = Revision.ofWorkingTree(root);
        assertTrue(changed.title().endsWith("The second, with changes that are not committed"), changed::title);
        assertEquals("third", Files.readString(changed.distribution().resolve("text")));
    }

    @Test
    void shouldNameARevisionThatGitDoesNotKnow() {
        assertRefused("nowhere", "git knows no revision 'nowhere'");
        assertRefused("--all", "git knows no revision '--all'");
    }

    @Test
    void shouldNameARevisionThatCannotBeBuilt() throws Exception {
        Files.delete(root.resolve("text"));
        git("commit", "--quiet", "--all", "--message", "No text");
        assertRefused("HEAD", "revision HEAD in " + cache);
        Files.delete(root.resolve("asterism"));
        Files.writeString(root.resolve("text"), "fourth");
        git("add", "--all");
        git("commit", "--quiet", "--message", "No build");
        assertRefused("HEAD", "has no ./asterism");
    }

    private void assertRefused(String revision, String why) {
        ComparisonException refusal =
                assertThrows(ComparisonException.class, () -> Revision.built(root, revision, cache));
        assertTrue(refusal.getMessage().contains(why), refusal::getMessage);
    }

    @Test
    void shouldKeepRevisionsInTheCacheOfTheUser() {
        assertEquals(Path.of("/caches/asterism/revisions"), Revision.cache(Map.of("XDG_CACHE_HOME", "/caches")));
        Path home = Path.of(System.getProperty("user.home"), ".cache", "asterism", "revisions");
        assertEquals(home, Revision.cache(Map.of()));
        assertEquals(home, Revision.cache(Map.of("XDG_CACHE_HOME", "not/absolute")));
    }
}
