package org.asterism.bench.revisions;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Measures the cost of starting a distribution, running one command and ending it: {@code asterism exec
 * asterism:policies}.
 */
final class StartCosts {
    private static final String COMMAND = "asterism:policies";

    private final Path other;
    private final Path current;
    private final Figures figures;

    /** One start, in nanoseconds. */
    private record Start(double wall, double cpu) {}

    /**
     * Both kinds of costs, in nanoseconds.
     *
     * @param wall time from the call until its end
     * @param cpu processor time of all threads together
     */
    record Both(Costs wall, Costs cpu) {}

    StartCosts(Path other, Path current, Figures figures) {
        this.other = other;
        this.current = current;
        this.figures = figures;
    }

    /** Starts both in turn, the order changed from pair to pair, after a pair that fills the system's caches. */
    Both measure(int pairs) throws IOException, InterruptedException {
        prepare(current);
        Costs wall = new Costs();
        Costs cpu = new Costs();
        for (int pair = 0; pair <= pairs; pair++) {
            boolean otherFirst = pair % 2 == 1;
            Start first = start(otherFirst ? other : current);
            Start second = start(otherFirst ? current : other);
            Start others = otherFirst ? first : second;
            Start currents = otherFirst ? second : first;
            if (pair > 0) {
                wall.add(others.wall(), currents.wall());
                cpu.add(others.cpu(), currents.cpu());
                figures.pair("start wall,,", pair, 1, others.wall(), currents.wall());
                figures.pair("start cpu,,", pair, 1, others.cpu(), currents.cpu());
            }
        }
        return new Both(wall, cpu);
    }

    /**
     * Writes what makes starts fast anew: a working tree that is built again keeps the cache of classes of an earlier
     * build, while the other revision was built once.
     */
    private static void prepare(Path home) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(home.resolve("bin/asterism").toString(), "--prepare")
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new ComparisonException("asterism --prepare failed in " + home + ", see above");
        }
    }

    /** The shell tells the CPU time of a process that has ended; Java does not. */
    private static Start start(Path home) throws IOException, InterruptedException {
        String script = "LC_ALL=C TIMEFORMAT='%R %U %S'; time \"$0\" exec " + COMMAND + " >/dev/null 2>&1";
        Process process = new ProcessBuilder(
                        "bash", "-c", script, home.resolve("bin/asterism").toString())
                .redirectError(Redirect.PIPE)
                .start();
        String[] told = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split("\\s+");
        if (process.waitFor() != 0 || told.length != 3) {
            throw new ComparisonException("asterism exec " + COMMAND + " failed in " + home + "; call ./asterism exec "
                    + COMMAND + " of that revision to see why");
        }
        double seconds = Double.parseDouble(told[0]);
        return new Start(seconds * 1e9, (Double.parseDouble(told[1]) + Double.parseDouble(told[2])) * 1e9);
    }
}
