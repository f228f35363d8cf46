package org.asterism.examples.contexts.internal;

import java.util.List;
import java.util.Optional;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationRun;

/**
 * The options of a run.
 *
 * @param phases the number of phases; the load changes sides after each
 * @param tasks the number of tasks of the busy side in a phase
 * @param ratio the number of tasks of the busy side for each task of the other side
 * @param tiles the number of tiles of each side, and so of its tasks that can run at once
 * @param tile the number of rows and columns of a tile
 * @param balancer the balancer that moves workers; empty for none
 * @param left the policy of the left context; empty for that of the runtime
 * @param right the policy of the right context; empty for that of the runtime
 */
record Settings(
        int phases,
        int tasks,
        int ratio,
        int tiles,
        int tile,
        Optional<Choice> balancer,
        Optional<Choice> left,
        Optional<Choice> right) {
    static final List<ApplicationOption> OPTIONS = List.of(
            new ApplicationOption(
                    "balance",
                    "NAME",
                    "the balancer that moves workers, with properties as in idle,idle-time=5ms; off for none; default "
                            + "idle;"
                            + " times that are not given suit the length of a phase"),
            new ApplicationOption(
                    "left-policy",
                    "NAME",
                    "the policy of the left context, with properties as in --policy; default as --policy"),
            new ApplicationOption("right-policy", "NAME", "the policy of the right context; default as --policy"),
            new ApplicationOption("phases", "P", "how often the load changes sides, 1 to 100; default 4"),
            new ApplicationOption("tasks", "N", "how many tasks the busy side has in a phase; default 2000"),
            new ApplicationOption("ratio", "R", "how many times fewer the other side has, 1 to 1000; default 10"),
            new ApplicationOption(
                    "tiles",
                    "T",
                    "how many tiles each side works on, so many of its tasks can run at once; default 64"),
            new ApplicationOption("tile", "B", "rows and columns of a tile, 1 to 4096; default 128"),
            new ApplicationOption("picture", "FILE", "draws what the workers did into an SVG file"));

    static Settings of(ApplicationRun run) {
        return new Settings(
                (int) run.integer("phases", 4, 1, 100),
                (int) run.integer("tasks", 2000, 1, 1_000_000),
                (int) run.integer("ratio", 10, 1, 1000),
                (int) run.integer("tiles", 64, 1, 10_000),
                (int) run.integer("tile", 128, 1, 4096),
                run.option("balance")
                        .or(() -> Optional.of("idle"))
                        .filter(text -> !text.equals("off"))
                        .map(text -> Choice.parse("balance", text)),
                run.option("left-policy").map(text -> Choice.parse("left-policy", text)),
                run.option("right-policy").map(text -> Choice.parse("right-policy", text)));
    }

    /** Returns the number of tasks of a side in a phase. */
    int tasks(Side side, int phase) {
        boolean busy = (phase % 2 == 0) == (side == Side.LEFT);
        return busy ? tasks : Math.max(1, tasks / ratio);
    }

    /** Returns the number of tasks of both sides in all phases. */
    long allTasks() {
        return tasksOf(phases);
    }

    /** Returns the number of tasks of both sides in the first phases. */
    long tasksOf(int first) {
        long sum = 0;
        for (int phase = 0; phase < first; phase++) {
            sum += tasks(Side.LEFT, phase) + tasks(Side.RIGHT, phase);
        }
        return sum;
    }
}
