package org.asterism.spi.concurrent;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * A table of values by the ids of workers or memory nodes. It is immutable: a change makes a new table.
 *
 * <p>An id is never used again, so an array with ids as indices would grow with each driver that comes and goes. This
 * table is only as large as its content.
 *
 * <p>When to use: for data that a policy keeps per worker. A look-up costs little more than in an array if the ids, or
 * the last of them, are contiguous. Otherwise its time is logarithmic in the size.
 *
 * <p><b>Threads.</b> Any.
 *
 * @param <V> the values
 */
public final class IdTable<V> {
    private static final IdTable<?> EMPTY = new IdTable<>(new int[0], new Object[0]);

    /** Ascending. */
    private final int[] ids;

    private final Object[] values;

    private IdTable(int[] ids, Object[] values) {
        this.ids = ids;
        this.values = values;
    }

    /**
     * The table with nothing in it.
     *
     * @param <V> the values
     * @return always the same one
     */
    @SuppressWarnings("unchecked") // it has no values
    public static <V> IdTable<V> empty() {
        return (IdTable<V>) EMPTY;
    }

    /**
     * Makes a table.
     *
     * @param <V> the values
     * @param values in any order
     * @param id the id of each, another one each time
     * @return the table
     */
    public static <V> IdTable<V> of(Collection<? extends V> values, ToIntFunction<? super V> id) {
        List<V> sorted = values.stream()
                .<V>map(value -> value)
                .sorted((one, other) -> Integer.compare(id.applyAsInt(one), id.applyAsInt(other)))
                .toList();
        return new IdTable<>(sorted.stream().mapToInt(id).toArray(), sorted.toArray());
    }

    /**
     * Makes a table.
     *
     * @param <V> the values
     * @param values by id
     * @return the table
     */
    public static <V> IdTable<V> of(Map<Integer, ? extends V> values) {
        SortedMap<Integer, V> sorted = new TreeMap<>(values);
        return new IdTable<>(
                sorted.keySet().stream().mapToInt(Integer::intValue).toArray(),
                sorted.values().toArray());
    }

    /**
     * Looks up a value.
     *
     * @param id any id
     * @return the value, or null if there is none of that id
     */
    @SuppressWarnings("unchecked") // only such values were put in
    public V get(int id) {
        int place = place(id);
        return place < 0 ? null : (V) values[place];
    }

    private int place(int id) {
        int last = ids.length - 1;
        if (last < 0 || id > ids[last]) {
            return -1 - ids.length;
        }
        if (id < 0) {
            return -1;
        }
        // Ids are distinct and ascending, so none stands further left than if there were no gaps behind it, or further
        // right than if there were none before it.
        int least = Math.max(0, last - (ids[last] - id));
        return ids[least] == id ? least : Arrays.binarySearch(ids, least, Math.max(least, Math.min(id, last)) + 1, id);
    }

    /**
     * Adds a value, or replaces it.
     *
     * @param id its id, 0 or more
     * @param value not null
     * @return the new table
     */
    public IdTable<V> with(int id, V value) {
        int place = place(id);
        if (place >= 0) {
            Object[] others = values.clone();
            others[place] = value;
            return new IdTable<>(ids, others);
        }
        int before = -1 - place;
        int[] moreIds = Arrays.copyOf(ids, ids.length + 1);
        Object[] more = Arrays.copyOf(values, values.length + 1);
        System.arraycopy(ids, before, moreIds, before + 1, ids.length - before);
        System.arraycopy(values, before, more, before + 1, values.length - before);
        moreIds[before] = id;
        more[before] = value;
        return new IdTable<>(moreIds, more);
    }

    /**
     * Takes a value out.
     *
     * @param id any id
     * @return the new table, or this one if there is no such value
     */
    public IdTable<V> without(int id) {
        int place = place(id);
        if (place < 0) {
            return this;
        }
        int[] fewerIds = Arrays.copyOf(ids, ids.length - 1);
        Object[] fewer = Arrays.copyOf(values, values.length - 1);
        System.arraycopy(ids, place + 1, fewerIds, place, ids.length - place - 1);
        System.arraycopy(values, place + 1, fewer, place, values.length - place - 1);
        return new IdTable<>(fewerIds, fewer);
    }

    /**
     * All values.
     *
     * @return by id
     */
    @SuppressWarnings("unchecked") // only such values were put in
    public List<V> values() {
        return (List<V>) List.of(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
