package org.asterism.kernels.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.asterism.api.Codelet;
import org.asterism.api.data.DataView;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.api.data.VectorView;

/**
 * Times tiles on the first OpenCL device, in GFlop/s, without transfers. Not a test: the README says what it printed.
 */
final class OpenClBenchmark {
    private record Case(String name, double flops, Codelet codelet, DataView... data) {}

    private OpenClBenchmark() {}

    /**
     * Times all codelets.
     *
     * @param arguments the element type; as which type of device; seconds for each codelet and size; sizes
     */
    public static void main(String[] arguments) throws Exception {
        ElementType element = ElementType.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        double seconds = Double.parseDouble(arguments[2]);
        try (OpenClDevice device = OpenClDevice.open()) {
            for (String size : List.of(arguments).subList(3, arguments.length)) {
                for (Case one : cases(element, Integer.parseInt(size))) {
                    OpenClTask task = OpenClTask.prepare(device, arguments[1], null, one.data());
                    double time = bestTime(device, task, one.codelet(), seconds);
                    System.out.printf(Locale.ROOT, "%s %s %.2f%n", one.name(), size, one.flops() / time);
                }
            }
        }
    }

    /** In nanoseconds, of runs of ten. */
    private static double bestTime(OpenClDevice device, OpenClTask task, Codelet codelet, double seconds)
            throws Exception {
        task.launch(codelet);
        device.finish();
        double best = Double.MAX_VALUE;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                task.launch(codelet);
            }
            device.finish();
            best = Math.min(best, (System.nanoTime() - start) / 10.0);
        }
        return best;
    }

    /** Repetitions change the numbers, which does not matter to the time: those that would grow begin with zeros. */
    private static List<Case> cases(ElementType element, int n) {
        MatrixView a = Matrices.random(element, n, n, n, 1);
        MatrixView l = Matrices.dominant(element, n, n, 2);
        MatrixView zero = Matrices.dominant(element, n, n, 2);
        zero.segment().fill((byte) 0);
        VectorView pivots = new VectorView(Arena.ofAuto().allocate(ValueLayout.JAVA_INT, n), ElementType.INT, n);
        VectorView x = new VectorView(a.segment(), element, (long) n * n);
        double cube = (double) n * n * n;
        List<Case> found = new ArrayList<>();
        found.add(new Case("gemm", 2 * cube, DenseCodelets.GEMM, zero, zero, zero));
        found.add(new Case("gemm_nn", 2 * cube, LuCodelets.of(element).gemm(), zero, zero, zero));
        found.add(new Case("syrk", cube, DenseCodelets.SYRK, zero, zero));
        found.add(new Case("trsm", cube, DenseCodelets.TRSM, l, zero));
        found.add(new Case("trsm_ll", cube, LuCodelets.of(element).trsmUnitLowerLeft(), l, zero));
        found.add(new Case("potrf", cube / 3, DenseCodelets.POTRF, l));
        found.add(new Case("getrf", 2 * cube / 3, LuCodelets.of(element).getrf(), l));
        found.add(new Case("getrf_pivoted", 2 * cube / 3, LuCodelets.of(element).getrfPivoted(), l, pivots));
        found.add(new Case("axpy", 2.0 * n * n, DenseCodelets.AXPY, x, x));
        return found;
    }
}
