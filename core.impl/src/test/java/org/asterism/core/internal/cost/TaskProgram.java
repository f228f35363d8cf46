package org.asterism.core.internal.cost;

/** A program whose tasks are measured. It may be loaded by another class loader than those who measure it. */
public interface TaskProgram extends AutoCloseable {
    /** Submits so many tasks. */
    void submit(Load load, int tasks);

    /** Has the worker run them all. */
    void finish() throws InterruptedException;

    /** The thread that runs the tasks. */
    Thread worker();

    @Override
    void close();
}
