package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.asterism.core.internal.protocol.Waits;
import org.asterism.core.internal.protocol.WorkerProtocol;

/**
 * The workers that were noticed of a change of who belongs to a context: none of them looks for a task until it ends. Noticed are those
 * who belong to it and those who come or go, in the order of their ids, so that two changes never wait for each other; but not the worker
 * that makes the change.
 */
final class Notices {
    private static final Logger LOG = System.getLogger(Notices.class.getName());

    private final List<ContextWorker> noticed;
    private boolean ended;

    private Notices(List<ContextWorker> noticed) {
        this.noticed = noticed;
    }

    /**
     * Notices workers, and waits for the ends of the looks that are under way.
     *
     * @param union whom the change concerns, by id
     * @param changer the worker that makes it, or null
     */
    static Notices give(List<ContextWorker> union, ContextWorker changer) {
        List<ContextWorker> noticed =
                union.stream().filter(worker -> worker != changer).toList();
        int id = changer == null ? WorkerProtocol.NO_WORKER : changer.id();
        for (ContextWorker worker : noticed) {
            Waits.notice(worker.protocol(), id);
        }
        for (ContextWorker worker : noticed) {
            if (!Waits.awaitLook(worker.protocol())) {
                LOG.log(
                        Level.ERROR,
                        "worker {0} looks for a task and does not return from its policy while its contexts change; going on",
                        worker.name());
            }
        }
        return new Notices(noticed);
    }

    /** Lets the workers look again; once. */
    void end() {
        if (!ended) {
            ended = true;
            noticed.forEach(worker -> worker.protocol().endNotice());
        }
    }

    /** Wakes those who have found nothing because of the notice; after its end. */
    void wake() {
        end();
        noticed.forEach(ContextWorker::wakeForOwnTask);
    }
}
