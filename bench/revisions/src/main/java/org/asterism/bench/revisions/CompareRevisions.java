package org.asterism.bench.revisions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Compares the cost of tasks and starts in this working tree and in another revision. {@code bench/compare --against}
 * runs it, and puts the repository's folder before the user's arguments.
 */
final class CompareRevisions {
    private CompareRevisions() {}

    public static void main(String... arguments) throws InterruptedException {
        Path root = Path.of(arguments[0]);
        String[] words = Arrays.copyOfRange(arguments, 1, arguments.length);
        if (Arrays.asList(words).contains("--help") || Arrays.asList(words).contains("-h")) {
            System.out.println(Options.usage());
            return;
        }
        // A signal may reach this process only, and nobody would wait for the others any more.
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
        try {
            System.exit(compare(root, Options.of(words)) ? 0 : 1);
        } catch (ComparisonException impossible) {
            System.err.println("bench/compare: " + impossible.getMessage());
            System.exit(2);
        } catch (IOException | RuntimeException failure) {
            failure.printStackTrace();
            System.exit(2);
        }
    }

    /** Builds, measures and prints; true unless a row is slower by more than is tolerated. */
    private static boolean compare(Path root, Options options) throws IOException, InterruptedException {
        Figures figures = new Figures(options.csv());
        figures.check();
        Revision other = Revision.built(root, options.against(), Revision.cache(System.getenv()));
        Revision current = Revision.ofWorkingTree(root);
        // The working tree may be built again while this runs.
        Path copy = TemporaryFolder.copyOf(current.distribution());
        return measure(other, new Revision(current.title(), copy), options, figures);
    }

    private static boolean measure(Revision other, Revision current, Options options, Figures figures)
            throws IOException, InterruptedException {
        Table table = new Table(System.out);
        table.begin(other.title(), current.title(), options);
        TaskCosts tasks = new TaskCosts(other.distribution(), current.distribution(), options, figures);
        for (Row row : options.rows()) {
            try {
                table.tasks(row, tasks.measure(row));
            } catch (TaskCosts.RowRefused refused) {
                table.refused(row, refused.getMessage());
            }
        }
        if (options.starts() > 0) {
            StartCosts.Both starts =
                    new StartCosts(other.distribution(), current.distribution(), figures).measure(options.starts());
            table.starts("start, wall time", starts.wall());
            table.starts("start, CPU time", starts.cpu());
        }
        if (table.isEmpty()) {
            throw new ComparisonException("no row can be compared, as the table says");
        }
        table.lines(tasks.lines());
        return table.end();
    }
}
