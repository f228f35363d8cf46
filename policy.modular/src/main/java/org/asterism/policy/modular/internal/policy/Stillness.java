package org.asterism.policy.modular.internal.policy;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Supplier;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.policy.modular.internal.worker.WorkerComponent;
import org.asterism.spi.concurrent.SpinLock;
import org.asterism.spi.policy.PolicyContext;

/**
 * Notices that a tree stands still: tasks are inside that its workers could execute, all of them have looked in vain,
 * and nothing moves. Then a component has lost tasks, or holds them back.
 *
 * <p>While components work together a task may be in nobody's hands for a moment, between two of them: who looks then
 * finds nothing, and rightly so. So a look counts only if nobody else looked and nobody pushed meanwhile, and all must
 * look in vain again and again, for as often as a task may need to come down the tree. Costs nothing while there is
 * something to do.
 *
 * <p><b>Threads.</b> Called by workers that have found nothing, one of which looks at a time; the others leave word and
 * go on.
 */
final class Stillness {
    private static final int MOST_TRIES = 64;

    private final PolicyContext context;
    private final Traffic traffic;
    private final SpinLock looking = new SpinLock();

    /** Whether somebody came while another one looked. */
    private volatile boolean missed;

    // What follows is guarded by the lock.

    /** The state of the traffic that the looks are about. */
    private long pushes;

    private long taken;

    /** How often each worker, by its id, has looked in vain. */
    private int[] looks = {};

    Stillness(PolicyContext context, Traffic traffic) {
        this.context = context;
        this.traffic = traffic;
    }

    /**
     * Has a worker look that has found nothing, as all others.
     *
     * @param own the worker's component
     * @param rounds how often all must look in vain
     * @param verdict is asked then what is wrong: null for nothing
     * @return a task that the worker finds after all; null if there is none, or it is too early to tell
     * @throws ComponentFault if something is wrong
     */
    Task look(WorkerComponent own, Tree tree, int rounds, Supplier<String> verdict) {
        missed = true;
        Task found = null;
        while (found == null && missed && looking.tryLock()) {
            missed = false;
            try {
                found = lookAlone(own, tree, rounds, verdict);
            } finally {
                looking.unlock();
            }
        }
        return found;
    }

    private Task lookAlone(WorkerComponent own, Tree tree, int rounds, Supplier<String> verdict) {
        while (true) {
            expectNoChange(tree);
            int id = own.worker().id();
            int before = looks[id];
            int least = least(tree);
            if (least >= rounds) {
                judge(own, tree, verdict);
                return null;
            }
            if (before > least) {
                wakeThoseWith(least, tree);
                return null;
            }
            Task found = lookUndisturbed(own, tree);
            if (found != null || looks[id] == before) {
                return found; // whoever has disturbed will come by
            }
        }
    }

    /**
     * Asks what is wrong, unless somebody does something meanwhile: then the account may not be right, and he will come
     * by.
     */
    private void judge(WorkerComponent own, Tree tree, Supplier<String> verdict) {
        long before = othersLooks(own, tree);
        String wrong = before < 0 ? null : verdict.get();
        VarHandle.fullFence();
        if (wrong != null && othersLooks(own, tree) == before && traffic.pushes() == pushes) {
            throw new ComponentFault(wrong, null);
        }
    }

    private void expectNoChange(Tree tree) {
        long pushedNow = traffic.pushes();
        long takenNow = traffic.taken(tree);
        int last = tree.workers().list().getLast().id();
        if (pushedNow != pushes || takenNow != taken || looks.length <= last) {
            pushes = pushedNow;
            taken = takenNow;
            looks = new int[last + 1];
        }
    }

    /** Looks for a task, and counts that if it found none and nobody else did anything meanwhile. */
    private Task lookUndisturbed(WorkerComponent own, Tree tree) {
        for (int left = MOST_TRIES; left > 0; left--) {
            VarHandle.fullFence();
            long before = othersLooks(own, tree);
            if (before >= 0 && traffic.noPushIsUnderWay() && traffic.pushes() == pushes) {
                Task found = own.take();
                if (found != null) {
                    return found;
                }
                VarHandle.fullFence();
                if (othersLooks(own, tree) == before && traffic.pushes() == pushes) {
                    looks[own.worker().id()]++;
                    return null;
                }
            }
            Thread.onSpinWait();
        }
        return null;
    }

    /** How often the others have looked; negative if one does just now. */
    private static long othersLooks(WorkerComponent own, Tree tree) {
        long sum = 0;
        for (WorkerComponent end : tree.ends()) {
            if (end != own) {
                if (end.isLooking()) {
                    return -1;
                }
                sum += end.looks();
            }
        }
        return sum;
    }

    private int least(Tree tree) {
        int least = Integer.MAX_VALUE;
        for (WorkerComponent end : tree.ends()) {
            least = Math.min(least, end.isIdle() ? looks[end.worker().id()] : 0);
        }
        return least;
    }

    private void wakeThoseWith(int least, Tree tree) {
        List<Worker> workers = tree.workers().list();
        for (int index = 0; index < workers.size(); index++) {
            Worker worker = workers.get(index);
            if (looks[worker.id()] == least) {
                context.wake(worker);
            }
        }
    }
}
