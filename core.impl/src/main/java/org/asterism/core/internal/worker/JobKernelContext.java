package org.asterism.core.internal.worker;

import org.asterism.api.KernelContext;
import org.asterism.api.Runtime;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataView;
import org.asterism.core.internal.coherence.Claim;
import org.asterism.core.internal.task.Job;

/** What the kernels of one worker see, one after the other: the same object each time, so that a task allocates none. */
final class JobKernelContext implements KernelContext {
    private final Worker worker;
    private final Runtime runtime;
    private Job job;

    /** Where the task's data are, or null if they are at home. */
    private Claim claim;

    JobKernelContext(Worker worker, Runtime runtime) {
        this.worker = worker;
        this.runtime = runtime;
    }

    void begin(Job begun, Claim met) {
        job = begun;
        claim = met;
    }

    void end() {
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
        return job().dataCount();
    }

    @Override
    public DataView data(int index) {
        return claim == null ? job().data(index).view() : claim.view(index);
    }

    @Override
    public void result(Object result) {
        job().giveResult(result);
    }

    @Override
    public <A> A argument(Class<A> type) {
        return type.cast(job().argument());
    }
}
