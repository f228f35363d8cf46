package org.asterism.bench.taskbench.internal;

import java.util.EnumMap;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * Cholesky's graph without data: each task names as its predecessors the tasks that changed its tiles last. All tasks
 * are made before the first is submitted, as in the other runtimes' programs in {@code bench/peers}.
 */
final class CholeskyByName implements Load {
    private final Workbench bench;
    private final CholeskyGraph graph;
    private final Map<CholeskyGraph.Operation, Codelet> codelets = new EnumMap<>(CholeskyGraph.Operation.class);

    CholeskyByName(Workbench bench, int tiles) {
        this.bench = bench;
        graph = new CholeskyGraph(tiles);
        for (CholeskyGraph.Operation operation : CholeskyGraph.Operation.values()) {
            codelets.put(operation, bench.codelet(operation.name()));
        }
    }

    @Override
    public int tasks() {
        return graph.operations();
    }

    @Override
    public Timing once() throws InterruptedException {
        Making making = new Making();
        long begin = bench.now();
        graph.visit(making);
        for (Task task : making.all) {
            task.submit();
        }
        return bench.finish(begin);
    }

    private final class Making implements CholeskyGraph.Visitor {
        private final Task[] all = new Task[graph.operations()];
        private final Task[] lastOn = new Task[graph.tileNumbers()];
        private final Codelet potrf = codelets.get(CholeskyGraph.Operation.POTRF);
        private final Codelet trsm = codelets.get(CholeskyGraph.Operation.TRSM);
        private final Codelet syrk = codelets.get(CholeskyGraph.Operation.SYRK);
        private final Codelet gemm = codelets.get(CholeskyGraph.Operation.GEMM);
        private int made;

        @Override
        public void potrf(int priority, int diagonal) {
            Task task = make(potrf, priority);
            Task before = lastOn[diagonal];
            if (before != null) {
                task.after(before);
            }
            lastOn[diagonal] = task;
        }

        @Override
        public void trsm(int priority, int diagonal, int panel) {
            update(make(trsm, priority), diagonal, panel);
        }

        @Override
        public void syrk(int priority, int panel, int diagonal) {
            update(make(syrk, priority), panel, diagonal);
        }

        private void update(Task task, int read, int changed) {
            Task before = lastOn[changed];
            if (before == null) {
                task.after(lastOn[read]);
            } else {
                task.after(lastOn[read], before);
            }
            lastOn[changed] = task;
        }

        @Override
        public void gemm(int priority, int left, int right, int changed) {
            Task task = make(gemm, priority);
            Task before = lastOn[changed];
            if (before == null) {
                task.after(lastOn[left], lastOn[right]);
            } else {
                task.after(lastOn[left], lastOn[right], before);
            }
            lastOn[changed] = task;
        }

        private Task make(Codelet codelet, int priority) {
            Task task = bench.task(codelet).priority(priority);
            all[made++] = task;
            return task;
        }
    }
}
