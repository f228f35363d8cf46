package org.asterism.bench.taskbench.internal;

import java.lang.foreign.Arena;
import java.util.EnumMap;
import java.util.Map;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataHandle;

/** Cholesky's graph, where the order follows from the tiles that each task reads and changes. */
final class CholeskyOnData implements Load {
    private final Workbench bench;
    private final CholeskyGraph graph;
    private final Map<CholeskyGraph.Operation, Codelet> codelets = new EnumMap<>(CholeskyGraph.Operation.class);

    CholeskyOnData(Workbench bench, int tiles) {
        this.bench = bench;
        graph = new CholeskyGraph(tiles);
        for (CholeskyGraph.Operation operation : CholeskyGraph.Operation.values()) {
            codelets.put(operation, bench.codelet(operation.name(), operation.access()));
        }
    }

    @Override
    public int tasks() {
        return graph.operations();
    }

    @Override
    public Timing once() throws InterruptedException {
        DataHandle[] handles = new DataHandle[graph.tileNumbers()];
        int used = 0;
        for (int tile = 0; tile < handles.length; tile++) {
            used += graph.isUsed(tile) ? 1 : 0;
        }
        try (Arena arena = Arena.ofShared();
                Handles given = new Handles(bench.data(), used, arena)) {
            for (int tile = 0; tile < handles.length; tile++) {
                handles[tile] = graph.isUsed(tile) ? given.next() : null;
            }
            long begin = bench.now();
            graph.visit(new Submitting(handles));
            return bench.finish(begin);
        }
    }

    private final class Submitting implements CholeskyGraph.Visitor {
        private final DataHandle[] tiles;
        private final Codelet potrf = codelets.get(CholeskyGraph.Operation.POTRF);
        private final Codelet trsm = codelets.get(CholeskyGraph.Operation.TRSM);
        private final Codelet syrk = codelets.get(CholeskyGraph.Operation.SYRK);
        private final Codelet gemm = codelets.get(CholeskyGraph.Operation.GEMM);

        Submitting(DataHandle[] tiles) {
            this.tiles = tiles;
        }

        @Override
        public void potrf(int priority, int diagonal) {
            submit(potrf, priority, tiles[diagonal]);
        }

        @Override
        public void trsm(int priority, int diagonal, int panel) {
            submit(trsm, priority, tiles[diagonal], tiles[panel]);
        }

        @Override
        public void syrk(int priority, int panel, int diagonal) {
            submit(syrk, priority, tiles[panel], tiles[diagonal]);
        }

        @Override
        public void gemm(int priority, int left, int right, int changed) {
            submit(gemm, priority, tiles[left], tiles[right], tiles[changed]);
        }

        private void submit(Codelet codelet, int priority, DataHandle... data) {
            bench.task(codelet).data(data).priority(priority).submit();
        }
    }
}
