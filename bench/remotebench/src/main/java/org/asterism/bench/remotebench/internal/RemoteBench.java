package org.asterism.bench.remotebench.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.MemoryNode;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.Acquisition;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Component;

/**
 * Measures what tasks and data cost on members. Each mode runs several times in one runtime, and the figures are those
 * of the fastest run, because the first ones are not compiled yet. The mode survive shows what is left when members are
 * killed.
 */
@Component(
        property = {
            Application.NAME + "=remotebench",
            Application.DESCRIPTION + "=Measures what tasks and data cost on members: run it with --members N --cpu 0"
        })
public final class RemoteBench implements Application {
    private static final String MODES = "tasks, chain, read, write, cholesky or survive";

    /** Made by Declarative Services. */
    public RemoteBench() {}

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption("mode", "MODE", MODES + "; default tasks"),
                new ApplicationOption(
                        "n", "N", "tasks, tiles (read, write), or tasks of a chain (survive); default 2000"),
                new ApplicationOption("bytes", "B", "the size of a tile; default 1048576"),
                new ApplicationOption(
                        "nt", "T", "cholesky: tiles in each direction; survive: chains at a time; default 16"),
                new ApplicationOption(
                        "us", "T", "cholesky, survive: how long each kernel sleeps, in microseconds; default 5000"),
                new ApplicationOption("seconds", "S", "survive: how long it begins new chains; default 10"),
                new ApplicationOption("times", "K", "how often, except survive; default 5"));
    }

    /** The settings of a run, and what it runs on. */
    private record Bench(TaskRuntime runtime, int number, int bytes, int tiles, long sleep) {
        private long nanos(Work work) throws InterruptedException {
            long begin = System.nanoTime();
            work.run();
            return System.nanoTime() - begin;
        }

        private long tasks() throws InterruptedException {
            return nanos(() -> {
                for (int count = 0; count < number; count++) {
                    runtime.task(Kernels.NOTHING).submit();
                }
                runtime.waitAll();
            });
        }

        private long chain() throws InterruptedException {
            return nanos(() -> {
                for (int count = 0; count < number; count++) {
                    runtime.task(Kernels.NOTHING).submit().await();
                }
            });
        }

        /** Tiles that are only in main memory go to members. */
        private long read(Tiles data) throws InterruptedException {
            for (DataHandle tile : data.tiles) {
                tile.acquire(Access.W, MemoryNode.MAIN).close();
            }
            return nanos(() -> {
                data.tiles.forEach(tile -> submit(Kernels.READ, 0, tile));
                runtime.waitAll();
            });
        }

        /** Tiles that members have written go to main memory. */
        private long write(Tiles data) throws InterruptedException {
            data.tiles.forEach(tile -> runtime.task(Kernels.WRITE).data(tile).submit());
            runtime.waitAll();
            return nanos(() -> {
                List<CompletableFuture<Acquisition>> fetched = new ArrayList<>();
                for (DataHandle tile : data.tiles) {
                    fetched.add(tile.acquireAsync(Access.R, MemoryNode.MAIN).toCompletableFuture());
                }
                fetched.forEach(tile -> tile.join().close());
            });
        }

        /** The right-looking factorisation of a lower triangle of tiles. */
        private long cholesky() throws InterruptedException {
            try (Tiles data = new Tiles(runtime, tiles * tiles, bytes)) {
                return nanos(() -> {
                    for (int k = 0; k < tiles; k++) {
                        submit(Kernels.POTRF, 2 * (tiles - k), data.at(k, k));
                        for (int i = k + 1; i < tiles; i++) {
                            submit(Kernels.TRSM, 2 * (tiles - k) - i + k, data.at(k, k), data.at(i, k));
                        }
                        for (int i = k + 1; i < tiles; i++) {
                            submit(Kernels.SYRK, 2 * (tiles - k) - i, data.at(i, k), data.at(i, i));
                            for (int j = k + 1; j < i; j++) {
                                submit(
                                        Kernels.GEMM,
                                        2 * (tiles - k) - i - j,
                                        data.at(i, k),
                                        data.at(j, k),
                                        data.at(i, j));
                            }
                        }
                    }
                    runtime.waitAll();
                });
            }
        }

        private void submit(Codelet codelet, int priority, DataHandle... data) {
            runtime.task(codelet).data(data).priority(priority).argument(sleep).submit();
        }
    }

    /** Work that takes time. */
    @FunctionalInterface
    private interface Work {
        void run() throws InterruptedException;
    }

    /** Square or not, rows of as many tiles as there are in a direction. */
    private static final class Tiles implements AutoCloseable {
        final List<DataHandle> tiles = new ArrayList<>();
        private final int perRow;

        Tiles(TaskRuntime runtime, int number, int bytes) {
            perRow = (int) Math.round(Math.sqrt(number));
            for (int count = 0; count < number; count++) {
                tiles.add(runtime.data().vector(new double[Math.max(1, bytes / Double.BYTES)]));
            }
        }

        DataHandle at(int row, int column) {
            return tiles.get(row * perRow + column);
        }

        @Override
        public void close() {
            tiles.forEach(DataHandle::close);
        }
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws InterruptedException {
        String mode = run.option("mode").orElse("tasks");
        Bench bench = new Bench(
                run.runtime(),
                (int) run.integer("n", 2_000, 1, 10_000_000),
                (int) run.integer("bytes", 1 << 20, 1, 1 << 30),
                (int) run.integer("nt", 16, 1, 256),
                run.integer("us", mode.equals("read") ? 0 : 5_000, 0, 10_000_000));
        if (mode.equals("survive")) {
            return survive(run, bench);
        }
        long times = run.integer("times", 5, 1, 1_000);
        long best = Long.MAX_VALUE;
        // The same tiles each time: the collector would still be busy with those of the last time otherwise.
        try (Tiles data = new Tiles(bench.runtime(), isOfTiles(mode) ? bench.number() : 0, bench.bytes())) {
            for (long time = 0; time < times; time++) {
                best = Math.min(best, once(bench, mode, data));
            }
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mode", mode);
        fields.put("time_ms", best / 1e6);
        switch (mode) {
            case "tasks", "chain" -> fields.put("us_per_task", best / 1e3 / bench.number());
            case "read", "write" ->
                fields.put("mib_per_s", bench.number() * (bench.bytes() / 1048576.0) / (best / 1e9));
            default -> fields.put("tasks", bench.tiles() * (bench.tiles() + 1) * (bench.tiles() + 2) / 6);
        }
        return new ApplicationResult(true, fields);
    }

    private static ApplicationResult survive(ApplicationRun run, Bench bench) throws InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mode", "survive");
        Survival survival = new Survival(
                bench.runtime(),
                bench.tiles(),
                bench.number(),
                Math.max(1, bench.bytes() / Double.BYTES),
                bench.sleep());
        boolean isCorrect = survival.run(run.integer("seconds", 10, 0, 86_400), fields);
        return new ApplicationResult(isCorrect, fields);
    }

    private static boolean isOfTiles(String mode) {
        return mode.equals("read") || mode.equals("write");
    }

    private static long once(Bench bench, String mode, Tiles data) throws InterruptedException {
        return switch (mode) {
            case "tasks" -> bench.tasks();
            case "chain" -> bench.chain();
            case "read" -> bench.read(data);
            case "write" -> bench.write(data);
            case "cholesky" -> bench.cholesky();
            default -> throw new UsageException("option '--mode' is '" + mode + "'; allowed are " + MODES);
        };
    }
}
