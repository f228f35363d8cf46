package org.asterism.bench.taskbench.internal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.api.Access;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;

/**
 * The options of a measurement.
 *
 * @param mode the kind of tasks, and the figure that is measured
 * @param tasks the number of tasks
 * @param grainMicroseconds the duration of each task's work in microseconds; 0 for no work
 * @param buffers handles per task, in the modes that have data
 * @param access the task's access to each of them
 * @param handles the number of handles, used in turn
 * @param depth levels of the tree below its root
 * @param tiles tiles of the matrix in each direction
 * @param warmUps the number of rounds before the timed ones
 * @param variant a word for the table, for people who compare settings
 * @param state the kind of tasks whose size is measured
 * @param swaps the number of timed swaps
 * @param other the policy that alternates with the runtime's
 * @param priorities the number of different priorities of the tasks
 * @param csv whether to print a line for the table instead of figures for people
 */
record Settings(
        Mode mode,
        int tasks,
        double grainMicroseconds,
        int buffers,
        Access access,
        int handles,
        int depth,
        int tiles,
        int warmUps,
        String variant,
        State state,
        int swaps,
        Optional<String> other,
        int priorities,
        boolean csv) {

    /** The state of the tasks whose size is measured. */
    enum State {
        WAITING,
        READY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Those that the peers have too. */
    private static final List<Access> ACCESS = List.of(Access.R, Access.W, Access.RW);

    static final List<ApplicationOption> OPTIONS = List.of(
            new ApplicationOption("mode", "MODE", "which tasks: " + Mode.help() + " (default indep)"),
            new ApplicationOption(
                    "n", "N", "number of tasks (default 200000; modes of trees and of Cholesky have their own)"),
            new ApplicationOption("us", "T", "how long each task works, in microseconds, 0 or more (default 0)"),
            new ApplicationOption(
                    "nbuf", "K", "modes data and memory: handles per task, 0 to 8 (default: data 2, memory 0)"),
            new ApplicationOption(
                    "access", "R|W|RW", "modes data, chain and memory: what a task does with each handle (default RW)"),
            new ApplicationOption(
                    "handles", "H", "modes data and memory: number of handles, used in turn (default 4096)"),
            new ApplicationOption(
                    "depth", "D", "modes tree and treedyn: levels below the root, 0 to 24 (default 14: 49150 tasks)"),
            new ApplicationOption(
                    "nt",
                    "T",
                    "modes cholesky and choldep: tiles in each direction, 1 to 512 (default 64: 45760 tasks)"),
            new ApplicationOption(
                    "warmup",
                    "N",
                    "rounds of all tasks before the timed one (default 5, modes of trees and of Cholesky 20, mode "
                            + "swap until a million tasks were handed over; not in mode memory)"),
            new ApplicationOption(
                    "state",
                    "waiting|ready",
                    "mode memory: tasks that wait for another, or that are with the policy" + " (default waiting)"),
            new ApplicationOption("swaps", "K", "mode swap: how many swaps are timed (default 21)"),
            new ApplicationOption(
                    "to",
                    "POLICY",
                    "mode swap: the policy that takes turns with the runtime's (default eager, or prio if that is "
                            + "eager)"),
            new ApplicationOption(
                    "priorities", "P", "mode swap: how many different priorities the tasks have (default 1)"),
            new ApplicationOption("variant", "WORD", "what the column 'variant' says (default 'default')"),
            ApplicationOption.flag("csv", "print one line of comma-separated values, as the peers' programs do"));

    static Settings of(ApplicationRun run) {
        Mode mode = choose(List.of(Mode.values()), "mode", run.option("mode").orElse("indep"));
        boolean csv = run.flag("csv");
        if (csv && mode == Mode.MEMORY) {
            throw new UsageException("--csv has columns of times only; leave it out with --mode memory, or use --json");
        }
        if (mode == Mode.TREEDYN
                && run.runtime()
                        .simulation()
                        .filter(machine -> !machine.executes())
                        .isPresent()) {
            throw new UsageException(
                    "--mode treedyn grows its tree in kernels, and this simulation does not run them: give"
                            + " --execute, too, or take --mode tree");
        }
        if (mode == Mode.SWAP && run.runtime().simulation().isPresent()) {
            throw new UsageException("--mode swap measures how long workers wait, and a swap takes no virtual time:"
                    + " leave out the simulation");
        }
        if (csv && mode == Mode.SWAP) {
            throw new UsageException(
                    "--csv has columns of times per task; leave it out with --mode swap, or use --json");
        }
        String variant = run.option("variant").orElse("default");
        if (!variant.matches("[^,\"\\s]+")) {
            throw new UsageException("--variant is '" + variant + "'; give a word without commas, quotes and blanks");
        }
        int tasks = (int) run.integer("n", 200_000, 1, 100_000_000);
        int buffers = (int) run.integer("nbuf", mode == Mode.DATA ? 2 : 0, 0, 8);
        int handles = (int) run.integer("handles", 4096, 1, 1 << 24);
        if (buffers > handles) {
            throw new UsageException("--nbuf is " + buffers + " but there are only --handles " + handles
                    + ": a task needs that many different ones");
        }
        return new Settings(
                mode,
                tasks,
                run.number("us", 0, 0, 1e6),
                mode == Mode.CHAIN ? 1 : mode == Mode.DATA || mode == Mode.MEMORY ? buffers : 0,
                choose(ACCESS, "access", run.option("access").orElse("RW")),
                mode == Mode.CHAIN ? 1 : handles,
                (int) run.integer("depth", 14, 0, 24),
                (int) run.integer("nt", 64, 1, 512),
                (int) run.integer("warmup", mode.usualWarmUps(tasks), 0, 1000),
                variant,
                choose(List.of(State.values()), "state", run.option("state").orElse("waiting")),
                (int) run.integer("swaps", 21, 1, 1_000_000),
                run.option("to"),
                (int) run.integer("priorities", 1, 1, 1_000_000),
                csv);
    }

    private static <E extends Enum<E>> E choose(List<E> allowed, String option, String text) {
        for (E value : allowed) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        String names = allowed.stream().map(E::toString).collect(Collectors.joining(", "));
        throw new UsageException("--" + option + " is '" + text + "'; allowed are: " + names);
    }
}
