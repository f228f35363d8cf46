package org.asterism.policy.modular.internal.tree;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.asterism.spi.component.WorkerSet;

/**
 * What components of several trees of a runtime share. Trees come and go on their own threads: whoever comes first
 * makes what is shared, and it is forgotten with the last who shares it.
 *
 * <p><b>Threads.</b> Any; one lock, held over a few instructions. What is shared is made without it.
 */
final class Sharing {
    /** The parameter that names what a component shares. */
    static final String PARAMETER = "shared";

    /** All that trees of this bundle share: contexts do not know each other, nor do their policies. Its own lock. */
    private static final Map<Key, Cell> CELLS = new HashMap<>();

    /**
     * Who shares with whom.
     *
     * @param runtime compared by identity
     * @param name as the descriptions say
     * @param group of workers that the components stand for; empty if they do not stand for one
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
     * What is shared by those of one name.
     *
     * @param runtime any object that stands for the runtime
     * @param name as the description says
     * @param group of workers, or empty
     */
    static Cell join(Object runtime, String name, String group, Node node) {
        synchronized (CELLS) {
            Cell cell = CELLS.computeIfAbsent(new Key(runtime, name, group), Cell::new);
            cell.below.put(node, WorkerSet.EMPTY);
            return cell;
        }
    }

    /** One thing that is shared, and by whom. */
    static final class Cell {
        private final Key key;
        private final Map<Class<?>, Object> shared = new HashMap<>();
        private final Map<Node, WorkerSet> below = new LinkedHashMap<>();
        private volatile WorkerSet workers = WorkerSet.EMPTY;

        private Cell(Key key) {
            this.key = key;
        }

        /** What the first has made; of two who come at once, the other's is forgotten. */
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

        /** The workers below all who share. */
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
