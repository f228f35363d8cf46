import java.util.ArrayList;
import java.util.List;

/** The graphs. Each has one task that comes after all others, and returns it. */
final class Shapes {
    private Shapes() {}

    static <T> T chain(Dependencies<T> dependencies, int tasks) {
        T last = null;
        for (int i = 0; i < tasks; i++) {
            last = dependencies.submit(last, null, null);
        }
        return last;
    }

    static int treeTasks(int depth) {
        return (2 << depth) - 1 + (1 << depth) - 1;
    }

    /** Forks, numbered as in a heap, and a join for each fork that is no leaf. */
    static <T> T tree(Dependencies<T> dependencies, int depth) {
        int forks = (2 << depth) - 1;
        int joins = (1 << depth) - 1;
        List<T> tasks = new ArrayList<>(forks + 1);
        tasks.add(null);
        for (int node = 1; node <= forks; node++) {
            tasks.add(dependencies.submit(tasks.get(node / 2), null, null));
        }
        for (int node = joins; node >= 1; node--) {
            tasks.set(node, dependencies.submit(tasks.get(2 * node), tasks.get(2 * node + 1), null));
        }
        return tasks.get(1);
    }

    static int choleskyTasks(int tiles) {
        return tiles + tiles * (tiles - 1) + tiles * (tiles - 1) * (tiles - 2) / 6;
    }

    /** A tiled Cholesky factorisation, each task after those that changed its tiles last. */
    static <T> T cholesky(Dependencies<T> dependencies, int tiles) {
        LastOn<T> last = new LastOn<>(tiles);
        for (int k = 0; k < tiles; k++) {
            last.set(k, k, dependencies.submit(last.get(k, k), null, null));
            for (int i = k + 1; i < tiles; i++) {
                last.set(i, k, dependencies.submit(last.get(k, k), last.get(i, k), null));
            }
            for (int j = k + 1; j < tiles; j++) {
                last.set(j, j, dependencies.submit(last.get(j, k), last.get(j, j), null));
                for (int i = j + 1; i < tiles; i++) {
                    last.set(i, j, dependencies.submit(last.get(i, k), last.get(j, k), last.get(i, j)));
                }
            }
        }
        return last.get(tiles - 1, tiles - 1);
    }

    /** Which task changed a tile last. */
    private static final class LastOn<T> {
        private final int tiles;
        private final Object[] tasks;

        LastOn(int tiles) {
            this.tiles = tiles;
            tasks = new Object[tiles * tiles];
        }

        @SuppressWarnings("unchecked") // only set() writes
        T get(int row, int column) {
            return (T) tasks[row * tiles + column];
        }

        void set(int row, int column, T task) {
            tasks[row * tiles + column] = task;
        }
    }
}
