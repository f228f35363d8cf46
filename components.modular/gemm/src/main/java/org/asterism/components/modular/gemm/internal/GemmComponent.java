package org.asterism.components.modular.gemm.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.model.PerformanceModel;
import org.asterism.kit.component.LeastFirst;
import org.asterism.kit.component.Spares;
import org.asterism.kit.policy.placement.TaskTimes;
import org.asterism.kit.policy.placement.WorkerSets;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.WorkerSet;
import org.asterism.spi.policy.PolicyContext;

/**
 * Component that recognises matrix multiplications and pushes each one to the child where it would end first. If that
 * child refuses, the next best one is tried. All other tasks go to the children with processor cores, or to any child
 * if no core can execute them.
 *
 * <p><b>Threads.</b> Any. No lock is held; two tasks that are pushed at once may go to the same child.
 *
 * <p>Source: StarPU's component gemm.
 */
final class GemmComponent extends SchedulingComponent {
    private static final int[] NONE = {};

    private final PolicyContext policy;
    private final Clock clock;
    private final Set<String> multiplications;
    private final Spares<Round> rounds = new Spares<>(Round::new);

    // Replaced only while no thread pushes.
    private SchedulingComponent[] children = {};
    private boolean[] direct = {};
    private WorkerSets groups;
    private WorkerSet cores = WorkerSet.EMPTY;

    /** Places of the children with processor cores, ordered by their lowest core id. */
    private int[] withCores = NONE;

    private WorkerSet[] coresOf = {};

    /** Working state for placing one task. */
    private final class Round {
        private final TaskTimes times = new TaskTimes(policy);
        private final LeastFirst order = new LeastFirst();

        /**
         * Offers a task to the children in the order of its predicted end there. Of equal children the first comes
         * first.
         */
        private boolean pushByEnd(Task task) {
            times.ask(task, groups);
            order.clear();
            long now = clock.nanoTime();
            for (int child = 0; child < children.length; child++) {
                if (times.canExecute(child)) {
                    // Relative to now, which a double can hold to the nanosecond.
                    long wait = Math.max(0, children[child].estimatedEnd() - now);
                    order.add(child, (double) wait + length(child) + times.transferNanos(child));
                }
            }
            for (int child = order.take(); child >= 0; child = order.take()) {
                if (offer(task, child, length(child), times.transferNanos(child))) {
                    return true;
                }
            }
            return false;
        }

        private long length(int child) {
            double nanos = times.nanos(child);
            return nanos > 0 ? Math.round(nanos) : 0;
        }
    }

    GemmComponent(ComponentContext context, Set<String> multiplications) {
        super(context);
        this.multiplications = multiplications;
        policy = context.policy();
        clock = policy.clock();
    }

    @Override
    public void changed() {
        ComponentContext context = context();
        children = context.children().toArray(SchedulingComponent[]::new);
        direct = new boolean[children.length];
        coresOf = new WorkerSet[children.length];
        groups = WorkerSets.ofChildren(context);
        cores = cores(context.workersInContext());
        List<Integer> order = new ArrayList<>();
        for (int child = 0; child < children.length; child++) {
            direct[child] = children[child].isDirect();
            coresOf[child] = cores(groups.workers(child));
            if (!coresOf[child].isEmpty()) {
                order.add(child);
            }
        }
        order.sort(Comparator.comparingInt(child -> coresOf[child].first().id()));
        withCores = order.stream().mapToInt(Integer::intValue).toArray();
    }

    private static WorkerSet cores(WorkerSet workers) {
        return new WorkerSet(workers.list().stream()
                .filter(worker -> worker.architecture() == Architecture.CPU)
                .toList());
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean push(Task task) {
        if (isMultiplication(task.codelet())) {
            Round round = rounds.take();
            boolean accepted = round.pushByEnd(task);
            round.times.forget();
            rounds.give(round);
            return accepted;
        }
        return cores.canExecute(task) ? pushToCores(task) : pushToAny(task);
    }

    private boolean isMultiplication(Codelet codelet) {
        if (multiplications.contains(codelet.name())) {
            return true;
        }
        PerformanceModel model = codelet.model();
        return model != null && multiplications.contains(model.symbol());
    }

    private boolean pushToCores(Task task) {
        for (int child : withCores) {
            if (coresOf[child].canExecute(task) && offer(task, child, 0, 0)) {
                return true;
            }
        }
        return false;
    }

    private boolean pushToAny(Task task) {
        for (int child = 0; child < children.length; child++) {
            if (groups.workers(child).canExecute(task) && offer(task, child, 0, 0)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Pushes a task with its predictions to a child. A child that leads to workers directly is only told about the
     * task.
     */
    private boolean offer(Task task, int child, long nanos, long transfer) {
        if (direct[child]) {
            children[child].canPull(task);
            return false;
        }
        float nanosBefore = policy.predictedNanos(task);
        float transferBefore = policy.predictedTransferNanos(task);
        policy.predict(task, nanos, transfer);
        if (children[child].push(task)) {
            return true;
        }
        policy.predict(task, nanosBefore, transferBefore);
        return false;
    }
}
