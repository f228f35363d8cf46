package org.asterism.tck;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;

/** Kernel context of a task. */
public final class FakeKernelContext implements KernelContext {
    private final Task task;
    private final Worker worker;
    private final Object argument;
    private final List<DataView> data;
    private Object result;

    /**
     * Creates the context of a task.
     *
     * @param task task that runs
     * @param worker worker that runs it
     * @param argument argument of the kernel, or null
     * @param data data of the kernel, independent of the task's handles
     */
    public FakeKernelContext(Task task, Worker worker, Object argument, DataView... data) {
        this.task = Objects.requireNonNull(task, "task");
        this.worker = Objects.requireNonNull(worker, "worker");
        this.argument = argument;
        this.data = List.of(data);
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public TaskRuntime runtime() {
        throw new UnsupportedOperationException("the context of " + task + " is a double and has no runtime");
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int teamSize() {
        return 1;
    }

    @Override
    public void barrier() {
        // A team of one does not wait.
    }

    @Override
    public BitSet processingUnits() {
        return new BitSet();
    }

    @Override
    public int dataCount() {
        return data.size();
    }

    @Override
    public DataView data(int index) {
        if (index < 0 || index >= data.size()) {
            throw new IndexOutOfBoundsException(task + " has " + data.size() + " data, so there is none at " + index);
        }
        return data.get(index);
    }

    @Override
    public void result(Object given) {
        result = given;
    }

    /**
     * Returns the result of the kernel.
     *
     * @return the result, or null if there is none
     */
    public Object result() {
        return result;
    }

    @Override
    public <A> A argument(Class<A> type) {
        return type.cast(argument);
    }
}
