package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerProtocol;

/**
 * Workers that do not look for tasks until a change of the context's workers ends.
 *
 * <p>These are the workers of the context and those that join or leave, but not the worker that makes the change. They
 * are notified in the order of their ids, so two changes never wait for each other.
 */
final class SuspendedWorkers {
    private static final Logger LOG = System.getLogger(SuspendedWorkers.class.getName());

    private final List<ContextWorker> workers;
    private boolean resumed;

    private SuspendedWorkers(List<ContextWorker> workers) {
        this.workers = workers;
    }

    /**
     * Gives workers notice, and waits for the ends of the looks that are under way.
     *
     * @param union all workers that the change concerns, by id
     * @param changer the worker that makes it, or null
     */
    static SuspendedWorkers suspend(List<ContextWorker> union, ContextWorker changer) {
        List<ContextWorker> workers =
                union.stream().filter(worker -> worker != changer).toList();
        int id = changer == null ? WorkerProtocol.NO_WORKER : changer.id();
        for (ContextWorker worker : workers) {
            Waits.notice(worker.protocol(), id);
        }
        for (ContextWorker worker : workers) {
            if (!Waits.awaitLook(worker.protocol())) {
                LOG.log(
                        Level.ERROR,
                        "worker {0} looks for a task and does not return from its policy while its contexts change; "
                                + "going on",
                        worker.name());
            }
        }
        return new SuspendedWorkers(workers);
    }

    /** Lets the workers look again. */
    void resume() {
        if (!resumed) {
            resumed = true;
            workers.forEach(worker -> worker.protocol().endNotice());
        }
    }

    /** Resumes the workers and wakes those that may have found nothing meanwhile. */
    void wake() {
        resume();
        workers.forEach(ContextWorker::wakeForOwnTask);
    }
}
