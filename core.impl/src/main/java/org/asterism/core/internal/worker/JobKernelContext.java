package org.asterism.core.internal.worker;

import java.util.Objects;
import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.task.Job;

/** What the kernels of one worker see, one after the other: the same object each time, so that a task allocates none. */
final class JobKernelContext implements KernelContext {
    static final int ALL = -1;

    private final Worker worker;
    private final Runtime runtime;
    private Job job;

    /** Where the task's data are, or null if they are at home. */
    private Claim claim;

    private int only = ALL;

    JobKernelContext(Worker worker, Runtime runtime) {
        this.worker = worker;
        this.runtime = runtime;
    }

    void begin(Job begun, Claim met) {
        job = begun;
        claim = met;
    }

    /** Shows a kernel one of the data only, and no argument; a negative position for all again. */
    void showOnly(int index) {
        only = index;
    }

    void end() {
        only = ALL;
        job = null;
        claim = null;
    }

    private Job job() {
        if (job == null) {
            throw new IllegalStateException("a kernel's context was used after the kernel had returned");
        }
        return job;
    }

    @Override
    public Task task() {
        return job();
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public Runtime runtime() {
        return runtime;
    }

    @Override
    public int dataCount() {
        return only == ALL ? job().dataCount() : 1;
    }

    @Override
    public DataView data(int index) {
        if (only != ALL) {
            return claim.view(only + Objects.checkIndex(index, 1));
        }
        return claim == null ? job().data(index).view() : claim.view(index);
    }

    @Override
    public void result(Object result) {
        job().giveResult(result);
    }

    @Override
    public <A> A argument(Class<A> type) {
        return only == ALL ? type.cast(job().argument()) : null;
    }
}
