package org.asterism.bench.taskbench.internal;

/**
 * The tasks of one mode. The timed part begins with the first task and ends when all have ended; making and closing
 * handles is outside.
 */
interface Load {
    /** How many tasks there are in one round. */
    int tasks();

    /** Runs all tasks once. */
    Timing once() throws InterruptedException;

    /** The tasks of a mode that is timed. */
    static Load of(Workbench bench, Settings settings) {
        return switch (settings.mode()) {
            case INDEP -> new IndependentTasks(bench, settings.tasks());
            case DATA, CHAIN -> new TasksOnData(bench, settings);
            case CHAINTASK -> new ChainOfTasks(bench, settings.tasks());
            case CHAINTAG -> new ChainOfTags(bench, settings.tasks());
            case SYNC -> new RoundTrips(bench, settings.tasks());
            case TREE -> new DeclaredTree(bench, settings.depth());
            case TREEDYN -> new GrowingTree(bench, settings.depth());
            case CHOLESKY -> new CholeskyOnData(bench, settings.tiles());
            case CHOLDEP -> new CholeskyByName(bench, settings.tiles());
            case MEMORY -> throw new IllegalArgumentException("mode memory is weighed, not timed");
            case SWAP -> throw new IllegalArgumentException("in mode swap swaps are timed, not tasks");
        };
    }
}
