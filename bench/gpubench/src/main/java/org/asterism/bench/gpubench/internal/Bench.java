package org.asterism.bench.gpubench.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.ElementType;
import org.asterism.api.data.MatrixView;
import org.asterism.kernels.blas.tiled.DoubleTile;
import org.asterism.kernels.blas.tiled.Elements;
import org.asterism.kernels.blas.tiled.RandomElements;
import org.asterism.kernels.blas.tiled.TiledMatrix;
import org.asterism.kernels.blas.tiled.Tiling;

/**
 * Runs the measurements. The result of a measurement is its best round. The first round of each kind is not counted,
 * because libraries load their kernels in it.
 */
final class Bench {
    private static final int PICTURE = 100;

    private final Settings settings;
    private final TaskRuntime runtime;
    private final Work work;
    private final Recorder recorder;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private boolean correct = true;

    Bench(Settings settings, TaskRuntime runtime, Recorder recorder) {
        this.settings = settings;
        this.runtime = runtime;
        this.recorder = recorder;
        work = new Work(runtime, settings.architecture());
    }

    Map<String, Object> fields() {
        return fields;
    }

    boolean isCorrect() {
        return correct;
    }

    private TiledMatrix matrix(String name, int tile, boolean lower) {
        return TiledMatrix.allocate(
                runtime, name, new Tiling(settings.element(), settings.order(), settings.order(), tile, lower));
    }

    private void fill(TiledMatrix matrix, Elements elements) throws InterruptedException {
        matrix.fill(elements);
        runtime.waitAll();
    }

    /** The product: in one call, and in tiles. */
    void multiply() throws InterruptedException {
        double operations = 2.0 * settings.order() * settings.order() * settings.order();
        int order = settings.order();
        Elements left = new RandomElements(1, order);
        Elements right = new RandomElements(2, order);
        double direct;
        double[] expected;
        try (TiledMatrix a = matrix("A", order, false);
                TiledMatrix b = matrix("B", order, false);
                TiledMatrix c = matrix("C", order, false)) {
            fill(a, left);
            fill(b, right);
            direct = bestKernel(() -> work.multiply(a, b, c));
            expected = firstRow(c);
        }
        try (TiledMatrix a = matrix("A", settings.tile(), false);
                TiledMatrix b = matrix("B", settings.tile(), false);
                TiledMatrix c = matrix("C", settings.tile(), false)) {
            fill(a, left);
            fill(b, right);
            recorder.forget();
            double cold = elapsed(() -> work.multiply(a, b, c));
            trace("gemm");
            double warm = Double.MAX_VALUE;
            for (int round = 0; round < settings.rounds(); round++) {
                warm = Math.min(warm, elapsed(() -> work.multiply(a, b, c)));
            }
            put("gemm", operations, direct, cold, warm);
            compare(expected, firstRow(c));
        }
    }

    /** The factorisation: in one call, and in tiles. */
    void factor() throws InterruptedException {
        double order = settings.order();
        double operations = order * (order + 1) * (2 * order + 1) / 6;
        Elements source = (tile, row, column) -> {
            new RandomElements(3, settings.order()).fill(tile, row, column);
            for (int i = 0; i < tile.rows(); i++) {
                long diagonal = (long) row + i - column;
                if (diagonal >= 0 && diagonal < tile.columns()) {
                    tile.setDouble(i, diagonal, settings.order());
                }
            }
        };
        double direct = Double.MAX_VALUE;
        double[] expected;
        try (TiledMatrix a = matrix("A", settings.order(), true)) {
            for (int round = 0; round <= settings.rounds(); round++) {
                fill(a, source);
                double time = kernel(() -> work.factor(a));
                direct = round == 0 ? direct : Math.min(direct, time);
            }
            expected = firstColumn(a);
        }
        try (TiledMatrix a = matrix("A", settings.tile(), true)) {
            fill(a, source);
            recorder.forget();
            double cold = elapsed(() -> work.factor(a));
            trace("cholesky");
            double warm = Double.MAX_VALUE;
            for (int round = 0; round < settings.rounds(); round++) {
                fill(a, source);
                bring(a);
                warm = Math.min(warm, elapsed(() -> work.factor(a)));
            }
            put("cholesky", operations, direct, cold, warm);
            compare(expected, firstColumn(a));
        }
    }

    private void put(String what, double operations, double direct, double cold, double warm) {
        fields.put(what + "_one_call_gflops", operations / direct);
        fields.put(what + "_tiled_gflops", operations / warm);
        fields.put(what + "_tiled_from_main_memory_gflops", operations / cold);
        fields.put(what + "_tiled_by_one_call", direct / warm);
    }

    private interface Submission {
        void submit();
    }

    /** From the first submission to the end of all tasks, in nanoseconds. */
    private double elapsed(Submission submission) throws InterruptedException {
        long begin = runtime.clock().nanoTime();
        submission.submit();
        runtime.waitAll();
        return runtime.clock().nanoTime() - begin;
    }

    private double bestKernel(Submission submission) throws InterruptedException {
        double best = Double.MAX_VALUE;
        for (int round = 0; round <= settings.rounds(); round++) {
            double time = kernel(submission);
            best = round == 0 ? best : Math.min(best, time);
        }
        return best;
    }

    /** Returns the time that the work of the only task took on the device, without the copies of its data. */
    private double kernel(Submission submission) throws InterruptedException {
        recorder.forget();
        submission.submit();
        runtime.waitAll();
        Span only = recorder.kernels().getFirst();
        return only.end() - only.begin();
    }

    /** Has all tiles copied to the devices' memory, in turns if there are several. */
    private void bring(TiledMatrix matrix) {
        List<CompletableFuture<Void>> under = new ArrayList<>();
        List<Integer> nodes = settings.nodes();
        int next = 0;
        for (int i = 0; i < matrix.tiling().tileRows(); i++) {
            for (int j = 0; j <= i; j++) {
                under.add(matrix.tile(i, j)
                        .fetch(nodes.get(next++ % nodes.size()))
                        .toCompletableFuture());
            }
        }
        under.forEach(CompletableFuture::join);
    }

    /** Reports how far copies and kernels overlapped since the recorder was last reset, with a picture. */
    private void trace(String what) {
        List<Span> kernels = recorder.kernels();
        List<Span> in = recorder.copiesIn();
        List<Span> out = recorder.copiesOut();
        List<Span> copies = new ArrayList<>(in);
        copies.addAll(out);
        List<Span> all = new ArrayList<>(copies);
        all.addAll(kernels);
        if (all.isEmpty()) {
            return;
        }
        long from = all.stream().mapToLong(Span::begin).min().orElseThrow();
        long to = all.stream().mapToLong(Span::end).max().orElseThrow();
        double copying = Span.covered(copies);
        fields.put(
                what + "_copied_bytes", copies.stream().mapToLong(Span::bytes).sum());
        fields.put(what + "_copies_ms", copying / 1e6);
        fields.put(what + "_kernels_ms", Span.covered(kernels) / 1e6);
        fields.put(what + "_copies_overlapped", copying == 0 ? 0.0 : Span.common(copies, kernels) / copying);
        fields.put(what + "_trace_kernels", Span.picture(kernels, from, to, PICTURE, '#'));
        fields.put(what + "_trace_copies_in", Span.picture(in, from, to, PICTURE, '>'));
        fields.put(what + "_trace_copies_out", Span.picture(out, from, to, PICTURE, '<'));
        settings.write(what, kernels, in, out, from);
    }

    private double[] firstRow(TiledMatrix matrix) throws InterruptedException {
        double[] row = new double[settings.order()];
        for (int j = 0; j < matrix.tiling().tileColumns(); j++) {
            try (Acquisition held = matrix.tile(0, j).acquire(Access.R)) {
                MatrixView tile = held.view(MatrixView.class);
                for (int column = 0; column < tile.columns(); column++) {
                    row[matrix.tiling().first(j) + column] = DoubleTile.get(tile, 0, column);
                }
            }
        }
        return row;
    }

    private double[] firstColumn(TiledMatrix matrix) throws InterruptedException {
        double[] values = new double[settings.order()];
        for (int i = 0; i < matrix.tiling().tileRows(); i++) {
            try (Acquisition held = matrix.tile(i, 0).acquire(Access.R)) {
                MatrixView tile = held.view(MatrixView.class);
                for (int row = 0; row < tile.rows(); row++) {
                    values[matrix.tiling().first(i) + row] = DoubleTile.get(tile, row, 0);
                }
            }
        }
        return values;
    }

    /** One row or column of each result is compared; that all is right is checked by the applications. */
    private void compare(double[] expected, double[] actual) {
        double unit = settings.element() == ElementType.FLOAT ? Math.ulp(1f) : Math.ulp(1.0);
        double bound = unit * settings.order() * settings.order();
        for (int i = 0; i < expected.length; i++) {
            correct &= Math.abs(expected[i] - actual[i]) <= bound;
        }
    }
}
