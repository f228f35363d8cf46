package org.asterism.bench.parts.budget;

/** A program whose tasks are measured. It may be loaded by another class loader than its caller. */
public interface TaskProgram extends AutoCloseable {
    /**
     * Submits so many tasks, and then has the worker run them.
     *
     * @param meter measures the submission on the calling thread, and then the worker's thread from the first task to
     *     the last
     */
    void batch(int tasks, Meter meter) throws InterruptedException;

    @Override
    void close();
}
