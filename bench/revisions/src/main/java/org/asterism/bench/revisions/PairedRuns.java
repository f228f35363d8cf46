package org.asterism.bench.revisions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program of a JVM in which both revisions run. It makes pairs of short runs, and changes the order of the
 * revisions from pair to pair.
 *
 * <p>So a disturbance of the machine or the JVM affects both revisions. In separate JVMs the same code may be compiled
 * in different ways. Its speed may then differ by more than that of two revisions.
 *
 * <p>Arguments: the home that is loaded first, the home that is loaded second, policy, workers, untimed pairs, timed
 * pairs, the {@link Observation} of each side, options as {@code name=value}. Prints a line {@code pair FIRST SECOND
 * LINE} for each timed pair: nanoseconds per task, and the time of {@link CacheLine}, or 0 on a single processor.
 */
final class PairedRuns {
    /** Exit status: a run failed. The last line of standard error says why, here and below. */
    static final int FAILED = 1;

    /** Exit status: the revisions cannot be run in one JVM. */
    static final int NOT_EMBEDDABLE = 3;

    /** Exit status: the first revision has no such mode, option or policy; for the second revision it is 1 more. */
    static final int REFUSED = 4;

    private final List<EmbeddedTaskBench> sides = new ArrayList<>();
    /** The side that is being asked for something. */
    private int side;

    private PairedRuns() {}

    public static void main(String... arguments) {
        PairedRuns runs = new PairedRuns();
        int status = 0;
        try {
            runs.run(arguments);
        } catch (EmbeddedTaskBench.NotEmbeddable mismatch) {
            status = told(
                    mismatch,
                    arguments[runs.side] + " does not run in one JVM with another revision: " + mismatch.getMessage(),
                    NOT_EMBEDDABLE);
        } catch (EmbeddedTaskBench.Refused refused) {
            status = told(refused, refused.getMessage(), REFUSED + runs.side);
        } catch (ReflectiveOperationException | InterruptedException | RuntimeException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            status = told(failure, arguments[runs.side] + ": " + cause, FAILED);
        }
        // The frameworks have threads that would keep the JVM alive.
        System.exit(status);
    }

    private static int told(Exception thrown, String message, int status) {
        thrown.printStackTrace();
        System.err.println(message);
        return status;
    }

    private void run(String[] arguments)
            throws EmbeddedTaskBench.NotEmbeddable, EmbeddedTaskBench.Refused, ReflectiveOperationException,
                    InterruptedException {
        int workers = Integer.parseInt(arguments[3]);
        for (side = 0; side < 2; side++) {
            Observation observation = Observation.valueOf(arguments[6 + side]);
            sides.add(new EmbeddedTaskBench(Path.of(arguments[side]), arguments[2], workers, observation));
        }
        Map<String, String> options = new HashMap<>();
        for (String assignment : Arrays.asList(arguments).subList(8, arguments.length)) {
            String[] words = assignment.split("=", 2);
            options.put(words[0], words[1]);
        }
        int pairs = Integer.parseInt(arguments[5]);
        for (int pair = -Integer.parseInt(arguments[4]); pair < pairs; pair++) {
            double[] nanos = new double[2];
            double line = pair < 0 || Runtime.getRuntime().availableProcessors() == 1 ? 0 : CacheLine.nanos();
            for (int turn = 0; turn < 2; turn++) {
                side = (pair + turn) & 1;
                nanos[side] = sides.get(side).run(options);
            }
            if (pair >= 0) {
                System.out.println("pair " + nanos[0] + " " + nanos[1] + " " + line);
            }
        }
    }
}
