package org.asterism.bench.remotebench.internal;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.KernelContext;
import org.asterism.api.data.VectorView;
import org.asterism.spi.remote.CodeletCatalogue;
import org.asterism.spi.remote.ProvidesCodelets;
import org.osgi.service.component.annotations.Component;

/**
 * The kernels, which do as little as possible: they sleep instead of computing, so that one machine can play several.
 */
@Component
@ProvidesCodelets
public final class Kernels implements CodeletCatalogue {
    static final Codelet NOTHING =
            Codelet.named("remotebench-nothing").cpu(_ -> {}).build();
    static final Codelet READ = Codelet.named("remotebench-read")
            .access(Access.R)
            .cpu(Kernels::sleep)
            .build();
    static final Codelet WRITE =
            Codelet.named("remotebench-write").access(Access.W).cpu(_ -> {}).build();
    static final Codelet POTRF = Codelet.named("remotebench-potrf")
            .access(Access.RW)
            .cpu(Kernels::sleep)
            .build();
    static final Codelet TRSM = Codelet.named("remotebench-trsm")
            .access(Access.R, Access.RW)
            .cpu(Kernels::sleep)
            .build();
    static final Codelet GEMM = Codelet.named("remotebench-gemm")
            .access(Access.R, Access.R, Access.RW)
            .cpu(Kernels::sleep)
            .build();
    static final Codelet SYRK = Codelet.named("remotebench-syrk")
            .access(Access.R, Access.RW)
            .cpu(Kernels::sleep)
            .build();
    static final Codelet COUNT = Codelet.named("remotebench-count")
            .access(Access.RW)
            .cpu(Kernels::count)
            .build();

    /** Made by Declarative Services and by {@link java.util.ServiceLoader}. */
    public Kernels() {}

    /** Adds one to each element, with a rest in the middle. */
    private static void count(KernelContext kernel) {
        VectorView vector = kernel.view(0, VectorView.class);
        long half = vector.length() / 2;
        add(vector, 0, half);
        sleep(kernel);
        add(vector, half, vector.length());
    }

    private static void add(VectorView vector, long from, long to) {
        for (long index = from; index < to; index++) {
            vector.setDouble(index, vector.getDouble(index) + 1);
        }
    }

    /** Sleeps for the microseconds of the task's argument. */
    private static void sleep(KernelContext kernel) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(kernel.argument(Long.class));
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public Map<String, Codelet> codelets() {
        return Map.of(
                "nothing", NOTHING, "read", READ, "write", WRITE, "potrf", POTRF, "trsm", TRSM, "gemm", GEMM, "syrk",
                SYRK, "count", COUNT);
    }
}
