package org.asterism.core.internal.prediction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The cases of a sheet by footprint and size, in a table with open addressing.
 *
 * <p>StarPU distinguishes cases by footprint alone, which depends on the number of elements and not of bytes. So tiles
 * of floats and of doubles are one case in StarPU. This table distinguishes cases by size as well.
 *
 * <p><b>Threads.</b> A query takes no lock. Cases are stored with release, read with acquire and never removed; a grown
 * table is published as a whole. A thread that still reads the old table may miss a new case; {@link #make} looks
 * again, under the lock.
 */
final class CaseTable {
    /** Number of cases that are kept apart. */
    static final int MOST = 8192;

    private static final int FIRST = 8;
    private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(CaseHistory[].class);

    private volatile CaseHistory[] slots = new CaseHistory[FIRST];
    private int size;

    /** A case, or null. */
    CaseHistory find(int footprint, long bytes) {
        CaseHistory[] now = slots;
        int mask = now.length - 1;
        for (int index = spread(footprint, bytes) & mask; ; index = index + 1 & mask) {
            CaseHistory found = (CaseHistory) SLOTS.getAcquire(now, index);
            if (found == null || found.is(footprint, bytes)) {
                return found;
            }
        }
    }

    /** A case, new if need be; null if there are too many. */
    synchronized CaseHistory make(int footprint, long bytes, int minimum) {
        CaseHistory found = find(footprint, bytes);
        if (found != null) {
            return found;
        }
        if (size >= MOST) {
            return null;
        }
        CaseHistory made = new CaseHistory(footprint, bytes, minimum);
        add(made);
        return made;
    }

    /** Adds a case that is not there. */
    synchronized void add(CaseHistory added) {
        if (size >= slots.length / 2) {
            CaseHistory[] grown = new CaseHistory[slots.length * 2];
            for (CaseHistory each : slots) {
                if (each != null) {
                    place(grown, each);
                }
            }
            slots = grown;
        }
        place(slots, added);
        size++;
    }

    private static void place(CaseHistory[] table, CaseHistory added) {
        int mask = table.length - 1;
        int index = spread(added.footprint(), added.bytes()) & mask;
        while (SLOTS.getAcquire(table, index) != null) {
            index = index + 1 & mask;
        }
        SLOTS.setRelease(table, index, added);
    }

    private static int spread(int footprint, long bytes) {
        long mixed = (footprint ^ bytes * 0x9E3779B97F4A7C15L) * 0xD1B54A32D192ED03L;
        return (int) (mixed >>> 40);
    }

    /** All cases, in no order. */
    List<CaseHistory> all() {
        return Arrays.stream(slots).filter(Objects::nonNull).toList();
    }
}
