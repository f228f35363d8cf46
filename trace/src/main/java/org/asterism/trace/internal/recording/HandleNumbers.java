package org.asterism.trace.internal.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.function.IntConsumer;
import org.asterism.api.data.DataHandle;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.internal.format.Definition;

/**
 * Numbers of handles, from 1, found by identity. It keeps no handle alive. Any thread may use it.
 *
 * <p>Threads look up without a lock, and may miss an entry while the table changes. A thread that finds nothing looks
 * again under the lock, which decides.
 */
final class HandleNumbers {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entry[].class);
    private static final int FIRST_SIZE = 64;

    private static final class Entry extends WeakReference<DataHandle> {
        final int hash;
        final int number;

        /** The next entry in the slot. Changes under the lock, and is read without it. */
        Entry next;

        Entry(DataHandle handle, int hash, int number, ReferenceQueue<DataHandle> gone) {
            super(handle, gone);
            this.hash = hash;
            this.number = number;
        }
    }

    private final Definitions definitions;
    private final ReferenceQueue<DataHandle> gone = new ReferenceQueue<>();
    private volatile Entry[] slots = new Entry[FIRST_SIZE];
    private int size;
    private int last;

    HandleNumbers(Definitions definitions) {
        this.definitions = definitions;
    }

    /** The number of a handle, which is defined at its first use. */
    int number(DataHandle handle) {
        int hash = System.identityHashCode(handle);
        Entry[] table = slots;
        Entry found = find((Entry) SLOT.getAcquire(table, hash & table.length - 1), handle);
        return found == null ? define(handle, hash) : found.number;
    }

    private static Entry find(Entry first, DataHandle handle) {
        Entry entry = first;
        while (entry != null && !entry.refersTo(handle)) {
            entry = entry.next;
        }
        return entry;
    }

    private synchronized int define(DataHandle handle, int hash) {
        Entry[] table = slots;
        Entry known = find(table[hash & table.length - 1], handle);
        if (known != null) {
            return known.number;
        }
        if (size >= table.length) {
            table = grow(table);
        }
        Entry entry = new Entry(handle, hash, ++last, gone);
        definitions.add(new Definition.OfHandle(new TraceHandle(last, handle.name(), handle.bytes())));
        entry.next = table[hash & table.length - 1];
        SLOT.setRelease(table, hash & table.length - 1, entry);
        size++;
        return last;
    }

    private Entry[] grow(Entry[] table) {
        Entry[] larger = new Entry[table.length * 2];
        for (Entry first : table) {
            Entry entry = first;
            while (entry != null) {
                Entry next = entry.next;
                entry.next = larger[entry.hash & larger.length - 1];
                larger[entry.hash & larger.length - 1] = entry;
                entry = next;
            }
        }
        slots = larger;
        return larger;
    }

    /**
     * Removes handles that programs have forgotten.
     *
     * @param removed is called with the number of each
     */
    synchronized void removeForgotten(IntConsumer removed) {
        for (Reference<? extends DataHandle> each = gone.poll(); each != null; each = gone.poll()) {
            Entry entry = (Entry) each;
            unlink(slots, entry);
            size--;
            removed.accept(entry.number);
        }
    }

    private static void unlink(Entry[] table, Entry entry) {
        int slot = entry.hash & table.length - 1;
        if (table[slot] == entry) {
            SLOT.setRelease(table, slot, entry.next);
            return;
        }
        Entry before = table[slot];
        while (before.next != entry) {
            before = before.next;
        }
        before.next = entry.next;
    }
}
