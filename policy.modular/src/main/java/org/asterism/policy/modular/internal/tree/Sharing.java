package org.asterism.policy.modular.internal.tree;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.spi.component.WorkerSet;

/**
 * State that components in several trees of a runtime share. Trees are created and closed on different threads. The
 * first component creates the shared state; the last one to leave removes it.
 *
 * <p><b>Threads.</b> Any; one lock, held for a few instructions. Shared state is created without it.
 */
final class Sharing {
    /** Parameter with the name of the shared state. */
    static final String PARAMETER = "shared";

    /**
     * State that all trees of this bundle share, because contexts and policies do not know each other. The map is its
     * own lock.
     */
    private static final Map<Key, Cell> CELLS = new HashMap<>();

    /**
     * Key of the shared state.
     *
     * @param runtime runtime, compared by identity
     * @param name name in the descriptions
     * @param group group of workers of the components; empty if there is none
     */
    private record Key(Object runtime, String name, String group) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && runtime == key.runtime
                    && name.equals(key.name)
                    && group.equals(key.group);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * System.identityHashCode(runtime) + name.hashCode()) + group.hashCode();
        }
    }

    private Sharing() {}

    /**
     * Returns the shared state of a name.
     *
     * @param runtime object that identifies the runtime
     * @param name name in the description
     * @param group group of workers, or empty
     */
    static Cell join(Object runtime, String name, String group, Node node) {
        synchronized (CELLS) {
            Cell cell = CELLS.computeIfAbsent(new Key(runtime, name, group), Cell::new);
            cell.below.put(node, WorkerSet.EMPTY);
            return cell;
        }
    }

    /** Shared state and the nodes that share it. */
    static final class Cell {
        private final Key key;
        private final Map<Class<?>, Object> shared = new HashMap<>();
        private final Map<Node, WorkerSet> below = new LinkedHashMap<>();
        private volatile WorkerSet workers = WorkerSet.EMPTY;

        private Cell(Key key) {
            this.key = key;
        }

        /**
         * Returns the object that the first caller created. If two create it at once, one of the objects is dropped.
         */
        <T> T shared(Class<T> type, Supplier<? extends T> make) {
            Object there;
            synchronized (CELLS) {
                there = shared.get(type);
            }
            if (there == null) {
                T made = make.get();
                synchronized (CELLS) {
                    there = shared.putIfAbsent(type, made);
                }
                return there == null ? made : type.cast(there);
            }
            return type.cast(there);
        }

        /** Returns the workers below all sharing nodes. */
        WorkerSet workers() {
            return workers;
        }

        void place(Node node, WorkerSet its) {
            synchronized (CELLS) {
                below.put(node, its);
                unite();
            }
        }

        void leave(Node node) {
            synchronized (CELLS) {
                below.remove(node);
                unite();
                if (below.isEmpty()) {
                    CELLS.remove(key, this);
                }
            }
        }

        private void unite() {
            workers = Below.united(below.values());
        }
    }
}
