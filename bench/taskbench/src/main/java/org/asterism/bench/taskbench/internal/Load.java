package org.asterism.bench.taskbench.internal;

/**
 * The workload of one mode: a number of tasks that can be submitted and timed repeatedly. The timed part of a round
 * begins with the submission of the first task, and ends when all tasks have ended. Creating and closing handles is not
 * timed.
 */
interface Load {
    /** Returns the number of tasks in one round. */
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
