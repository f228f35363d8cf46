package org.asterism.kernels.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;
import org.asterism.kernels.blas.internal.Libraries;

/**
 * Times tiles on one thread, in GFlop/s; {@code tiles.c} does the same from C. Not a test: the README says how to start
 * it and what it printed.
 */
final class KernelBenchmark {
    private static final int[] SIZES = {128, 192, 256, 320, 512, 640, 960};
    private static final long PAGE = 4096;

    /** Tells the thread's time, so that other programs take less from it. */
    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

    private interface Work {
        void run();
    }

    private record Case(String name, double flops, MatrixView from, Work work) {}

    private KernelBenchmark() {}

    /**
     * Times all kernels.
     *
     * @param arguments what to compute with, as the system property takes it; the element type; seconds for each kernel
     *     and size; sizes
     */
    public static void main(String[] arguments) {
        CheckedKernels kernels = new CheckedKernels(Libraries.choose(arguments.length > 0 ? arguments[0] : "auto"));
        ElementType element =
                ElementType.valueOf(arguments.length > 1 ? arguments[1].toUpperCase(Locale.ROOT) : "DOUBLE");
        double seconds = arguments.length > 2 ? Double.parseDouble(arguments[2]) : 0.3;
        int[] sizes = arguments.length > 3
                ? Arrays.stream(arguments).skip(3).mapToInt(Integer::parseInt).toArray()
                : SIZES;
        MatrixView small = matrix(element, SIZES[0], 0);
        for (Case one : cases(kernels, element, SIZES[0], small)) {
            bestTime(one, small, seconds); // has the JIT compiler compile everything first
        }
        for (int n : sizes) {
            MatrixView result = matrix(element, n, 0);
            for (Case one : cases(kernels, element, n, result)) {
                System.out.printf(
                        Locale.ROOT, "%s %d %.2f%n", one.name(), n, one.flops() / bestTime(one, result, seconds));
            }
        }
    }

    private static List<Case> cases(CheckedKernels kernels, ElementType element, int n, MatrixView c) {
        MatrixView a = matrix(element, n, 1);
        MatrixView b = matrix(element, n, 2);
        MatrixView l = matrix(element, n, 3);
        VectorView pivots = new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, n), ElementType.INT, n);
        MatrixView any = matrix(element, n, 4);
        Matrices.set(any, 0, 0, 0);
        double cube = (double) n * n * n;
        return List.of(
                new Case("gemm", 2 * cube, b, () -> kernels.gemm(a, b, c)),
                new Case("syrk", cube, b, () -> kernels.syrk(a, c)),
                new Case("trsm", cube, b, () -> kernels.trsm(l, c)),
                new Case("potrf", cube / 3, l, () -> kernels.potrf(c, 0)),
                new Case("gemm_nn", 2 * cube, b, () -> kernels.gemm(MatrixProduct.SUBTRACTED, a, b, c)),
                new Case("trsm_ll", cube, b, () -> kernels.trsmUnitLowerLeft(l, c)),
                new Case("trsm_ru", cube, b, () -> kernels.trsmUpperRight(l, c)),
                new Case("getrf", 2 * cube / 3, l, () -> kernels.getrf(c, 0)),
                new Case("getrf_pivoted", 2 * cube / 3, any, () -> kernels.getrf(c, pivots, 0)));
    }

    /** In nanoseconds; before each repetition the result becomes the same matrix again. */
    private static double bestTime(Case one, MatrixView result, double seconds) {
        long best = Long.MAX_VALUE;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            MemorySegment.copy(
                    one.from().segment(),
                    0,
                    result.segment(),
                    0,
                    result.segment().byteSize());
            long start = THREAD.getCurrentThreadCpuTime();
            one.work().run();
            best = Math.min(best, THREAD.getCurrentThreadCpuTime() - start);
        }
        return best;
    }

    private static MatrixView matrix(ElementType element, int n, long seed) {
        MatrixView random = Matrices.dominant(element, n, n, seed);
        MemorySegment segment = Arena.ofAuto().allocate(random.segment().byteSize(), PAGE);
        segment.copyFrom(random.segment());
        return new MatrixView(segment, element, n, n, n);
    }
}
