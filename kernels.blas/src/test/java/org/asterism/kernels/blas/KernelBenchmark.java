package org.asterism.kernels.blas;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import org.asterism.api.data.MatrixView;

/**
 * Times the kernels on one thread, beside those of OpenBLAS when its library is named. Not a test: the README says how to
 * start it and what it printed.
 */
final class KernelBenchmark {
    private static final int ROW_MAJOR = 101;
    private static final int NO_TRANSPOSITION = 111;
    private static final int TRANSPOSITION = 112;
    private static final int LOWER = 122;
    private static final int NON_UNIT = 131;
    private static final int RIGHT = 142;
    private static final long NANOSECONDS_PER_CASE = 1_500_000_000L;

    private interface Work {
        void run() throws Throwable;
    }

    private record Case(String name, double flops, Work ours, Work theirs) {}

    private KernelBenchmark() {}

    public static void main(String[] arguments) throws Throwable {
        OpenBlas openBlas = arguments.length == 0 ? null : new OpenBlas(Path.of(arguments[0]));
        if (openBlas != null) {
            System.out.println(openBlas.configuration());
        }
        System.out.println("| kernel | size | GFlop/s | OpenBLAS | fraction |");
        System.out.println("| --- | --- | --- | --- | --- |");
        for (int n : new int[] {128, 256, 512}) {
            for (Case one : cases(n, openBlas)) {
                double ours = one.flops() / bestTime(one.ours());
                double theirs = openBlas == null ? Double.NaN : one.flops() / bestTime(one.theirs());
                System.out.printf("| %s | %d | %.1f | %.1f | %.2f |%n", one.name(), n, ours, theirs, ours / theirs);
            }
        }
    }

    private static List<Case> cases(int n, OpenBlas openBlas) {
        MatrixView spd = matrix(n, 1);
        MatrixView a = matrix(n, 2);
        MatrixView b = matrix(n, 3);
        MatrixView c = matrix(n, 4);
        MatrixView l = matrix(n, 5);
        double cube = (double) n * n * n;
        // Each repetition starts from the same matrix, so the copy is part of the time of both sides.
        return List.of(
                new Case(
                        "potrf",
                        cube / 3,
                        () -> DenseKernels.potrf(copy(spd, c), 0),
                        () -> openBlas.dpotrf(n, copy(spd, c).segment())),
                new Case(
                        "trsm",
                        cube,
                        () -> DenseKernels.trsm(l, copy(a, c)),
                        () -> openBlas.dtrsm(n, l.segment(), copy(a, c).segment())),
                new Case(
                        "syrk",
                        cube,
                        () -> DenseKernels.syrk(a, copy(b, c)),
                        () -> openBlas.dsyrk(n, a.segment(), copy(b, c).segment())),
                new Case(
                        "gemm",
                        2 * cube,
                        () -> DenseKernels.gemm(a, b, copy(b, c)),
                        () -> openBlas.dgemm(
                                n, a.segment(), b.segment(), copy(b, c).segment())));
    }

    private static double bestTime(Work work) throws Throwable {
        long best = Long.MAX_VALUE;
        long end = System.nanoTime() + NANOSECONDS_PER_CASE;
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        return best;
    }

    private static MatrixView copy(MatrixView from, MatrixView to) {
        MemorySegment.copy(from.segment(), 0, to.segment(), 0, from.segment().byteSize());
        return to;
    }

    private static MatrixView matrix(int n, long seed) {
        MatrixView made = Matrices.random(org.asterism.api.data.ElementType.DOUBLE, n, n, n, seed);
        for (int i = 0; i < n; i++) {
            made.setDouble(i, i, n);
        }
        return made;
    }

    /** The few functions of OpenBLAS that are compared with. */
    @SuppressWarnings("restricted")
    private static final class OpenBlas {
        private static final Linker LINKER = Linker.nativeLinker();

        private final SymbolLookup library;
        private final MethodHandle dgemm;
        private final MethodHandle dsyrk;
        private final MethodHandle dtrsm;
        private final MethodHandle dpotrf;
        private final MemorySegment upper = Arena.global().allocateFrom("U");
        private final MemorySegment order = Arena.global().allocate(JAVA_INT);
        private final MemorySegment status = Arena.global().allocate(JAVA_INT);

        OpenBlas(Path file) {
            library = SymbolLookup.libraryLookup(file, Arena.global());
            dgemm = function(
                    "cblas_dgemm",
                    FunctionDescriptor.ofVoid(
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_DOUBLE,
                            ADDRESS,
                            JAVA_INT,
                            ADDRESS,
                            JAVA_INT,
                            JAVA_DOUBLE,
                            ADDRESS,
                            JAVA_INT));
            dsyrk = function(
                    "cblas_dsyrk",
                    FunctionDescriptor.ofVoid(
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_DOUBLE,
                            ADDRESS,
                            JAVA_INT,
                            JAVA_DOUBLE,
                            ADDRESS,
                            JAVA_INT));
            dtrsm = function(
                    "cblas_dtrsm",
                    FunctionDescriptor.ofVoid(
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_INT,
                            JAVA_DOUBLE,
                            ADDRESS,
                            JAVA_INT,
                            ADDRESS,
                            JAVA_INT));
            dpotrf = function("dpotrf_", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        }

        private MethodHandle function(String name, FunctionDescriptor shape) {
            return LINKER.downcallHandle(library.find(name).orElseThrow(), shape);
        }

        String configuration() throws Throwable {
            MethodHandle ask = function("openblas_get_config", FunctionDescriptor.of(ADDRESS));
            return ((MemorySegment) ask.invokeExact())
                    .reinterpret(Long.MAX_VALUE)
                    .getString(0);
        }

        void dgemm(int n, MemorySegment a, MemorySegment b, MemorySegment c) throws Throwable {
            dgemm.invokeExact(ROW_MAJOR, NO_TRANSPOSITION, TRANSPOSITION, n, n, n, -1.0, a, n, b, n, 1.0, c, n);
        }

        void dsyrk(int n, MemorySegment a, MemorySegment c) throws Throwable {
            dsyrk.invokeExact(ROW_MAJOR, LOWER, NO_TRANSPOSITION, n, n, -1.0, a, n, 1.0, c, n);
        }

        void dtrsm(int n, MemorySegment l, MemorySegment a) throws Throwable {
            dtrsm.invokeExact(ROW_MAJOR, RIGHT, LOWER, TRANSPOSITION, NON_UNIT, n, n, 1.0, l, n, a, n);
        }

        /** LAPACK stores columns, for which our lower triangle is the upper one. */
        void dpotrf(int n, MemorySegment a) throws Throwable {
            order.set(JAVA_INT, 0, n);
            dpotrf.invokeExact(upper, order, a, order, status);
            if (status.get(JAVA_INT, 0) != 0) {
                throw new IllegalStateException("dpotrf_ ended with " + status.get(JAVA_INT, 0));
            }
        }
    }
}
