package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.itest.docs.Terminal.Printed;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Types what the documents show after a prompt, and compares what is printed with what they show.
 *
 * <p>With the system property {@code asterism.shown.update=true} it writes what is printed into the documents instead
 * of failing.
 */
final class ShownOutputIT {
    private static final Set<String> WITHOUT_DOCUMENTS = Set.of("target", ".git", ".build");
    private static final boolean UPDATE = Boolean.getBoolean("asterism.shown.update");
    /** A running shell takes a while to notice changed files; only a check that fails waits for so long. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    Path folder;

    static Stream<String> documents() throws IOException {
        Path root = Documents.root();
        List<String> documents = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return WITHOUT_DOCUMENTS.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".md")
                        && !ShownBlock.in(Files.readAllLines(file)).isEmpty()) {
                    documents.add(root.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return documents.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void shouldPrintWhatTheDocumentShows(String document) throws Exception {
        assumeTrue(java.lang.Runtime.getRuntime().availableProcessors() >= 2, "the documents show two workers");
        List<String> lines = Documents.lines(document);
        List<ShownBlock> blocks = ShownBlock.in(lines);
        List<ShownMistake> mistakes = new ArrayList<>();
        StringBuilder notRun = new StringBuilder();
        int run = 0;
        try (Terminal terminal = new Terminal(folder, Path.of(System.getProperty("asterism.distribution")))) {
            boolean leftRuns = false;
            for (ShownBlock block : blocks) {
                if (leftRuns && !block.goesOn()) {
                    terminal.leaveShell();
                    leftRuns = false;
                }
                leftRuns |= block.leavesRuns();
                if (block.notRun().isEmpty()) {
                    mistakes.addAll(mistakes(block, terminal));
                    run++;
                } else {
                    notRun.append("; line ")
                            .append(block.line())
                            .append(" not run: ")
                            .append(block.notRun().get());
                }
            }
        }
        System.out.println(document + ": " + run + " of " + blocks.size() + " blocks with commands run" + notRun);
        if (UPDATE) {
            List<String> corrected = new ArrayList<>(lines);
            mistakes.reversed().forEach(mistake -> mistake.correct(corrected));
            Files.write(Documents.root().resolve(document), corrected);
        } else if (!mistakes.isEmpty()) {
            fail(mistakes.stream().map(mistake -> mistake.text(document)).collect(Collectors.joining())
                    + ShownMistake.REMEDY);
        }
    }

    private static List<ShownMistake> mistakes(ShownBlock block, Terminal terminal) throws Exception {
        for (ShownCommand preparation : block.preparations()) {
            Predicate<Printed> isDone = printed -> !printed.failed()
                    && !(preparation.inShell() && printed.lines().isEmpty());
            Printed printed = repeat(preparation.inShell(), () -> terminal.run(preparation), isDone);
            assertTrue(isDone.test(printed), () -> "'" + preparation.text() + "' was in vain: " + printed.lines());
        }
        List<ShownMistake> mistakes = new ArrayList<>();
        boolean settling = !block.preparations().isEmpty();
        for (ShownCommand command : block.commands()) {
            repeat(
                            settling && command.inShell() && !command.isInBackground(),
                            () -> ShownMistake.find(command, terminal.run(command), block.showsOutput()),
                            Optional::isEmpty)
                    .ifPresent(mistakes::add);
            settling = !command.inShell() || command.isInBackground();
        }
        return mistakes;
    }

    /** Tries again, if that is allowed, until the result is as it should be or the time is over. */
    private static <T> T repeat(boolean allowed, Callable<T> attempt, Predicate<T> isGood) throws Exception {
        long begin = System.nanoTime();
        T result = attempt.call();
        while (allowed && !isGood.test(result) && System.nanoTime() - begin < LIMIT_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
            result = attempt.call();
        }
        return result;
    }
}
