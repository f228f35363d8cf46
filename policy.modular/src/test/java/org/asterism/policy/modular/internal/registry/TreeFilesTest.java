package org.asterism.policy.modular.internal.registry;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.asterism.policy.modular.internal.language.TreeTexts.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeFilesTest {
    @TempDir
    Path folder;

    private final TreeRegistry registry =
            new TreeRegistry(new FakeMaker(), (name, description, parameters, ranking, factory) -> () -> {});
    private final TreeFiles files = new TreeFiles(registry);
    private final CapturedLog log = CapturedLog.of(TreeRegistry.class.getPackageName());
    private final List<String> reports = log.messages();

    @BeforeEach
    void addKinds() {
        Stream.of("fifo", "prio", "eager", "wrong")
                .forEach(kind ->
                        registry.add(new ComponentPlugin(kind, "storage", "", List.of(), kind, 0, 1, context -> null)));
    }

    @AfterEach
    void listenNoMore() {
        log.close();
    }

    private File write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toFile();
    }

    private List<String> declared() {
        return registry.declared().stream()
                .map((DeclaredTree tree) -> tree.name() + ": " + tree.summary() + ": " + written(tree.description()))
                .toList();
    }

    @Test
    void shouldDeclareATreeForAsLongAsItsFileIsThere() throws IOException {
        assertTrue(files.canHandle(new File("mine.tree")));
        assertFalse(files.canHandle(new File("mine.jar")));
        File mine = write("mine.tree", "-- My own:\n-- one queue.\nfifo / eager -- and no more");
        files.install(mine);
        assertEquals(List.of("mine: My own: one queue.: fifo / eager"), declared());
        assertTrue(
                registry.declared().getFirst().source().endsWith("mine.tree"),
                registry.declared().getFirst().source());
        files.uninstall(mine);
        assertEquals(List.of(), declared());
        assertEquals(List.of(), reports);
    }

    @Test
    void shouldFollowTheFile() throws IOException {
        files.install(write("mine.tree", "fifo / eager"));
        files.update(write("mine.tree", "-- Changed.\nprio / eager"));
        assertEquals(List.of("mine: Changed.: prio / eager"), declared());
    }

    @Test
    void shouldReportASlipAndKeepTheTreeAsItWas() throws IOException {
        files.install(write("mine.tree", "fifo / eager"));
        files.update(write("mine.tree", "fifo /\n / eager"));
        assertEquals(List.of("mine: : fifo / eager"), declared());
        assertTrue(
                reports.getFirst().contains("mine.tree: line 2, column 2: ")
                        && reports.getFirst().endsWith("; policy 'mine' stays as it was"),
                reports.toString());
        files.update(write("mine.tree", "fifo / wrong"));
        assertEquals(List.of("mine: : fifo / eager"), declared());
        assertTrue(reports.getLast().contains("'wrong' is wrong"), reports.toString());
        files.update(write("mine.tree", "prio / eager"));
        assertEquals(List.of("mine: : prio / eager"), declared());
    }

    @Test
    void shouldReportAFileThatIsWrongFromTheStartAndTakeItWhenItIsMended() throws IOException {
        files.install(write("mine.tree", ""));
        assertTrue(reports.getFirst().endsWith("; there is no policy of it"), reports.toString());
        files.update(write("mine.tree", "prio / eager"));
        assertEquals(List.of("mine: : prio / eager"), declared());
    }

    @Test
    void shouldSayOnceWhichComponentsAreMissingWhenAllBundlesHaveStarted() throws IOException {
        files.install(write("mine.tree", "-- mine\nfifo / eagre"));
        assertEquals(List.of(), reports);
        registry.settle();
        assertEquals(1, reports.size());
        assertTrue(
                reports.getFirst().contains("'mine'")
                        && reports.getFirst()
                                .contains("that are not there: eagre (line 2, column 8); there are: eager, fifo"),
                reports.toString());
        files.update(write("mine.tree", "-- The same.\nfifo / eagre"));
        registry.settle();
        assertEquals(1, reports.size());
    }

    @Test
    void shouldReportANameThatIsTaken() throws IOException {
        registry.declare("mine", "", parse("fifo / eager"));
        files.install(write("mine.tree", "prio / eager"));
        assertTrue(reports.getFirst().contains("there is a tree 'mine' already (program)"), reports.toString());
    }

    @Test
    void shouldTakeFilesThatWereThereBeforeAndMindNotWhenTheyAreShownAgain() throws IOException {
        File mine = write("mine.tree", "fifo / eager");
        write("notes.txt", "no tree");
        files.installThoseFrom(folder.resolve("none").toString());
        files.installThoseFrom(folder.toString());
        assertEquals(List.of("mine: : fifo / eager"), declared());
        files.install(mine);
        files.uninstall(mine);
        assertEquals(List.of(), declared());
        assertEquals(List.of(), reports);
    }

    @Test
    void shouldTakeAllTreesBackAtItsEnd() throws IOException {
        files.install(write("one.tree", "fifo / eager"));
        files.install(write("two.tree", "prio / eager"));
        files.deactivate();
        assertEquals(List.of(), declared());
    }

    @Test
    void shouldRefuseWhatIsNoFileOrTooLargeOrLeavesTheFolder() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.createSymbolicLink(
                inner.resolve("link.tree"),
                write("outside.tree", "fifo / eager").toPath());
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", inner.resolve("pipe.tree").toString())
                        .start()
                        .waitFor());
        Files.writeString(inner.resolve("large.tree"), "fifo --" + "x".repeat(10_000_000));

        assertTimeoutPreemptively(Duration.ofSeconds(1), () -> files.installThoseFrom(inner.toString()));

        assertEquals(List.of(), declared());
        assertEquals(
                List.of(
                        "inner/large.tree: it has 10000007 bytes; at most 4194304 are read; there is no policy of it",
                        "inner/link.tree: it is a link to "
                                + folder.resolve("outside.tree").toRealPath()
                                + ", outside of the folder; copy the file itself into the folder; there is no"
                                + " policy of it",
                        "inner/pipe.tree: it is a device, pipe or socket; name a file; there is no policy of it"),
                reports.stream().sorted().toList());
    }
}
