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
 * Detector of a tree that stands still: it contains tasks that its workers could execute, but all workers search
 * without result and nothing moves. In that case a component has lost tasks or holds them back.
 *
 * <p>While one component hands a task to another, the task is briefly in no store, and a search rightly finds nothing.
 * So a search counts only if no other worker searched and no thread pushed meanwhile. All workers must search without
 * result several times, as often as a task may need to pass down the tree. The detector costs nothing while workers
 * find tasks.
 *
 * <p><b>Threads.</b> Workers that found no task call it. One worker searches at a time; the others only set a flag and
 * continue.
 */
final class Stillness {
    private static final int MOST_TRIES = 64;

    private final PolicyContext context;
    private final Traffic traffic;
    private final SpinLock looking = new SpinLock();

    /** Whether another worker came during a search. */
    private volatile boolean missed;

    // The lock guards the following fields.

    /** State of the traffic to which the counted searches belong. */
    private long pushes;

    private long taken;

    /** By worker id: the number of searches without result. */
    private int[] looks = {};

    Stillness(PolicyContext context, Traffic traffic) {
        this.context = context;
        this.traffic = traffic;
    }

    /**
     * Searches on behalf of a worker, after all workers found no task.
     *
     * @param own the worker's component
     * @param rounds number of searches without result per worker before a verdict
     * @param verdict returns the description of the fault, or null if there is none
     * @return a task that the worker finds after all, or null if there is none or it is too early for a verdict
     * @throws ComponentFault if the verdict finds a fault
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
                return found; // the thread that disturbed this search will come here itself
            }
        }
    }

    /**
     * Asks for the verdict. It is ignored if another thread acts meanwhile: then the numbers may be wrong, and that
     * thread will come here itself.
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

    /** Searches for a task. The search counts if it found none and no other thread acted meanwhile. */
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

    /** Returns the number of searches of the other workers; negative if one of them is searching now. */
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
