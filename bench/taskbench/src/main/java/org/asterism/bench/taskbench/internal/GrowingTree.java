package org.asterism.bench.taskbench.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Codelet;

/**
 * The tree of {@link DeclaredTree}, grown by its own tasks. A fork submits its two children. Of two tasks that end
 * below a join, the second submits the join. No dependencies are declared; the program only submits the root and waits.
 */
final class GrowingTree implements Load {
    private final Workbench bench;
    private final int depth;
    private final Codelet fork;
    private final Codelet join;

    /** A join that is not submitted yet, to which both of its children report. */
    private static final class Junction extends AtomicInteger {
        private static final long serialVersionUID = 1;

        private final transient Junction above;

        /** Number of levels of forks below the children. */
        private final int depth;

        Junction(Junction above, int depth) {
            super(2);
            this.above = above;
            this.depth = depth;
        }
    }

    GrowingTree(Workbench bench, int depth) {
        this.bench = bench;
        this.depth = depth;
        fork = Codelet.named("fork")
                .access()
                .cpu(kernel -> fork(kernel.argument(Junction.class)))
                .build();
        join = Codelet.named("join")
                .access()
                .cpu(kernel -> join(kernel.argument(Junction.class)))
                .build();
    }

    @Override
    public int tasks() {
        return DeclaredTree.tasks(depth);
    }

    @Override
    public Timing once() throws InterruptedException {
        // Nothing waits above the root: this junction only says how deep the tree is to grow.
        Junction top = new Junction(null, depth);
        long begin = bench.now();
        bench.task(fork).argument(top).submit();
        return bench.finish(begin);
    }

    private void fork(Junction above) {
        bench.work();
        if (above.depth == 0) {
            report(above);
            return;
        }
        Junction below = new Junction(above, above.depth - 1);
        bench.task(fork).argument(below).submit();
        bench.task(fork).argument(below).submit();
    }

    private void join(Junction ended) {
        bench.work();
        report(ended.above);
    }

    private void report(Junction junction) {
        if (junction.above != null && junction.decrementAndGet() == 0) {
            bench.task(join).argument(junction).submit();
        }
    }
}
