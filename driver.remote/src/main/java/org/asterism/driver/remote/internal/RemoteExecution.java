package org.asterism.driver.remote.internal;

import org.asterism.api.KernelContext;
import org.asterism.kit.remote.ClassFinder;
import org.asterism.kit.remote.KernelValues;
import org.asterism.kit.remote.Message.Done;
import org.asterism.spi.driver.Execution;

/** A kernel on a member. The link's thread ends it, and the worker's thread polls it. */
final class RemoteExecution extends Pending implements Execution {
    private final KernelContext context;
    private final ClassFinder classes;

    /** The answer of the member; written before the end, and taken by the worker's thread once. */
    private Done answer;

    private long nanos = -1;

    RemoteExecution(KernelContext context, ClassFinder classes) {
        this.context = context;
        this.classes = classes;
    }

    void done(Done done) {
        answer = done;
        end(null);
    }

    @Override
    void lost(RuntimeException loss) {
        end(loss);
    }

    @Override
    public boolean isFinished() throws Exception {
        if (!hasEnded()) {
            return false;
        }
        Done done = answer;
        if (done != null) {
            answer = null;
            nanos = done.nanos();
            if (done.hasResult()) {
                context.result(KernelValues.decodeResult(done.result(), classes));
            }
        }
        return true;
    }

    @Override
    public boolean whenFinished(Runnable wake) {
        tellEnd(wake);
        return true;
    }

    @Override
    public long kernelNanos() {
        return nanos;
    }
}
