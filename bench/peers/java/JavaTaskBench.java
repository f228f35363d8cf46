import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The task graphs of taskbench with java.util.concurrent alone: a peer for the cost per task.
 *
 * <p>Prints a line of {@code peer,mode,sched,ncpu,ntasks,nbuf,access,grain_us,variant,submit_ns,total_ns,efficiency}
 * for each timed round; the rounds before them, in the same process, warm up.
 */
public final class JavaTaskBench {
    /** What a round took, in nanoseconds. */
    private record Timing(double submit, double total, int tasks) {}

    private final ExecutorService pool;
    private final Work work;
    private final int tasks;
    private final int depth;
    private final int tiles;

    private JavaTaskBench(ExecutorService pool, Work work, int tasks, int depth, int tiles) {
        this.pool = pool;
        this.work = work;
        this.tasks = tasks;
        this.depth = depth;
        this.tiles = tiles;
    }

    private Timing once(String mode) throws InterruptedException {
        return switch (mode) {
            case "indep" -> independent();
            case "treedyn" -> growingTree();
            default -> graph(mode);
        };
    }

    private Timing independent() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger(tasks);
        long begin = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            pool.execute(() -> {
                work.run();
                if (left.decrementAndGet() == 0) {
                    end.countDown();
                }
            });
        }
        long submitted = System.nanoTime();
        end.await();
        return new Timing(submitted - begin, System.nanoTime() - begin, tasks);
    }

    private Timing growingTree() {
        if (!(pool instanceof ForkJoinPool forks)) {
            throw new IllegalArgumentException("-mode treedyn needs -pool fjp: other pools cannot join");
        }
        long begin = System.nanoTime();
        forks.invoke(new Fork(work, depth));
        return new Timing(0, System.nanoTime() - begin, Shapes.treeTasks(depth));
    }

    /** A fork that does the work of its join too, when its children have ended. */
    private static final class Fork extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final transient Work work;
        private final int depth;

        Fork(Work work, int depth) {
            this.work = work;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            work.run();
            if (depth > 0) {
                invokeAll(new Fork(work, depth - 1), new Fork(work, depth - 1));
                work.run();
            }
        }
    }

    private Timing graph(String mode) throws InterruptedException {
        String shape = mode.substring(0, Math.max(0, mode.lastIndexOf('-')));
        long begin = System.nanoTime();
        long submitted;
        if (mode.endsWith("-cf")) {
            var last = build(shape, new Futures(pool, work));
            submitted = System.nanoTime();
            last.join();
        } else if (mode.endsWith("-node")) {
            var last = build(shape, new Counters(pool, work));
            submitted = System.nanoTime();
            last.await();
        } else {
            throw unknown(mode);
        }
        return new Timing(submitted - begin, System.nanoTime() - begin, tasksOf(shape));
    }

    private <T> T build(String shape, Dependencies<T> dependencies) {
        return switch (shape) {
            case "chain" -> Shapes.chain(dependencies, tasks);
            case "tree" -> Shapes.tree(dependencies, depth);
            case "cholesky" -> Shapes.cholesky(dependencies, tiles);
            default -> throw unknown(shape);
        };
    }

    private int tasksOf(String shape) {
        return switch (shape) {
            case "chain" -> tasks;
            case "tree" -> Shapes.treeTasks(depth);
            default -> Shapes.choleskyTasks(tiles);
        };
    }

    private static IllegalArgumentException unknown(String mode) {
        return new IllegalArgumentException("-mode " + mode
                + ": there are indep, treedyn, and chain, tree, cholesky followed by -cf (CompletableFuture) or -node"
                + " (counters of its own)");
    }

    public static void main(String[] arguments) throws InterruptedException {
        String mode = "indep";
        String poolName = "fjp";
        int tasks = 200_000;
        int threads = 2;
        int tiles = 64;
        int depth = 14;
        int rounds = 5;
        int warmUps = 15;
        double microseconds = 0;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            String value = arguments[i + 1];
            switch (arguments[i]) {
                case "-mode" -> mode = value;
                case "-pool" -> poolName = value;
                case "-n" -> tasks = Integer.parseInt(value);
                case "-threads" -> threads = Integer.parseInt(value);
                case "-nt" -> tiles = Integer.parseInt(value);
                case "-depth" -> depth = Integer.parseInt(value);
                case "-us" -> microseconds = Double.parseDouble(value);
                case "-reps" -> rounds = Integer.parseInt(value);
                case "-warm" -> warmUps = Integer.parseInt(value);
                default -> throw new IllegalArgumentException("there is no option " + arguments[i]);
            }
        }
        double perIteration = microseconds > 0 ? Work.calibrate(threads) : 0;
        Work work = new Work(microseconds > 0 ? (long) (microseconds * 1000 / perIteration) : 0);
        try (ExecutorService pool =
                switch (poolName) {
                    case "fjp" -> new ForkJoinPool(threads);
                    case "fixed" -> Executors.newFixedThreadPool(threads);
                    default -> throw new IllegalArgumentException("-pool " + poolName + ": there are fjp, fixed");
                }) {
            JavaTaskBench bench = new JavaTaskBench(pool, work, tasks, depth, tiles);
            for (int round = 0; round < warmUps + rounds; round++) {
                Timing timing = bench.once(mode);
                if (round >= warmUps) {
                    double ideal = timing.tasks() * work.iterations() * perIteration / threads;
                    System.out.printf(
                            Locale.ROOT,
                            "java,%s,%s,%d,%d,,,%s,default,%.1f,%.1f,%s%n",
                            mode,
                            poolName,
                            threads,
                            timing.tasks(),
                            microseconds > 0 ? Double.toString(microseconds) : "0",
                            timing.submit() / timing.tasks(),
                            timing.total() / timing.tasks(),
                            microseconds > 0 ? String.format(Locale.ROOT, "%.4f", ideal / timing.total()) : "");
                }
            }
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
        }
    }
}
