package org.asterism.core.internal.task;

/**
 * A node of a list of {@link Successors}: one to four dependencies in the order in which they were added, and those
 * added before them. Adding to a node makes another one. The thread that walks the list, perhaps on another core than
 * the one that has made it, waits for memory once in four successors.
 *
 * <p>A list is null, a single successor that waits for the {@link Kind#ORDER order} of tasks, another one with its
 * {@link Single kind}, or a node. The static methods tell them apart.
 *
 * @param second null if there is one dependency; likewise the next ones
 * @param kinds the kind of each, {@link #BITS} each, the first one lowest
 * @param before the node before it, or null
 */
record Edges(Successor first, Successor second, Successor third, Successor fourth, int kinds, Edges before) {
    private static final int MOST = 4;
    private static final int BITS = 2;
    private static final Kind[] KINDS = Kind.values();

    /** The kind of a dependency. */
    enum Kind {
        /** Its data, of which the other has to let go: at the end of each of its rounds. */
        ORDER,
        /** Its beginning, because the program says so; it inherits how the other ends. */
        AFTER,
        /** Its end, because the program says so; it inherits how the other ends. */
        END
    }

    /** A list of one dependency that is not of the kind {@link Kind#ORDER}. */
    private record Single(Successor successor, Kind kind) {}

    private static Edges of(Successor successor, Kind kind, Edges before) {
        return new Edges(successor, null, null, null, kind.ordinal(), before);
    }

    private Edges and(Successor added, Kind kind) {
        int size = size();
        if (size == MOST) {
            return of(added, kind, this);
        }
        int all = kinds | kind.ordinal() << BITS * size;
        return switch (size) {
            case 1 -> new Edges(first, added, null, null, all, before);
            case 2 -> new Edges(first, second, added, null, all, before);
            default -> new Edges(first, second, third, added, all, before);
        };
    }

    private int size() {
        return second == null ? 1 : third == null ? 2 : fourth == null ? 3 : MOST;
    }

    private Successor get(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            default -> fourth;
        };
    }

    private Kind kind(int index) {
        return KINDS[kinds >>> BITS * index & (1 << BITS) - 1];
    }

    // Lists.

    /** Returns a list with one more dependency. */
    static Object longer(Object list, Successor added, Kind kind) {
        if (list == null) {
            return kind == Kind.ORDER ? added : new Single(added, kind);
        }
        Edges last = list instanceof Edges edges ? edges : of(get(list, 0), kind(list, 0), null);
        return last.and(added, kind);
    }

    /** Returns the number of dependencies in the last node of a list. */
    static int size(Object list) {
        return list instanceof Edges edges ? edges.size() : list == null ? 0 : 1;
    }

    /** Returns a successor in the last node of a list. */
    static Successor get(Object list, int index) {
        return list instanceof Edges edges
                ? edges.get(index)
                : list instanceof Single single ? single.successor : (Successor) list;
    }

    /** Returns the kind of a dependency in the last node of a list. */
    static Kind kind(Object list, int index) {
        return list instanceof Edges edges
                ? edges.kind(index)
                : list instanceof Single single ? single.kind : Kind.ORDER;
    }

    /** Returns the list that ends before the last node, or null. */
    static Edges before(Object list) {
        return list instanceof Edges edges ? edges.before : null;
    }

    /** Returns the same nodes in the opposite order, so that walking them follows the order of adding. */
    static Object reverse(Object list) {
        if (before(list) == null) {
            return list;
        }
        Edges reversed = null;
        for (Edges rest = (Edges) list; rest != null; rest = rest.before) {
            reversed = new Edges(rest.first, rest.second, rest.third, rest.fourth, rest.kinds, reversed);
        }
        return reversed;
    }

    /** Reverses a list; returns it as it is if there is no memory for that. */
    static Object inOrder(Object list) {
        try {
            return reverse(list);
        } catch (OutOfMemoryError full) {
            return list;
        }
    }
}
