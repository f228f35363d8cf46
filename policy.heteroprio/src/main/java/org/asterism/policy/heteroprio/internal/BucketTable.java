package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Task;

/**
 * Table of all buckets, which finds the bucket of a task. Each kind of task and set of architectures has its own
 * bucket, and a further one for restricted tasks. So a worker can either run all tasks of a bucket, or each task has to
 * be checked.
 *
 * <p><b>Threads.</b> Any. Finding a bucket takes no lock; creating one does.
 */
final class BucketTable {
    /**
     * Maximum number of buckets per kind that separate sizes or priorities. Further tasks share one bucket per kind.
     */
    private static final int MOST_PARTS = 512;

    /**
     * Maximum number of buckets that separate kinds, so that a program with a different name for each codelet does not
     * fill the memory.
     */
    private static final int MOST_BUCKETS = 4096;

    /** Name for all kinds that appear after {@link #MOST_BUCKETS} buckets exist. */
    private static final String OTHERS = "others";

    private final Grouping grouping;

    /** Buckets by kind. Not by codelet: a program may create one per request, or be uninstalled. */
    private final ConcurrentHashMap<String, Bucket[]> byKind = new ConcurrentHashMap<>();

    private volatile Bucket[] all = {};
    private volatile boolean full;
    private int places = 1;

    BucketTable(Grouping grouping) {
        this.grouping = grouping;
    }

    /** Returns all buckets, the oldest first. */
    Bucket[] all() {
        return all;
    }

    /** Changes the places in all buckets; see {@link Bucket#movePlaces}. */
    synchronized void movePlaces(int count, int[] moved) {
        places = count;
        for (Bucket bucket : all) {
            bucket.movePlaces(count, moved);
        }
    }

    /** Returns the bucket of a task, or null if there is none yet. */
    Bucket find(Task task) {
        Bucket[] known = byKind.get(grouping.kind(task));
        if (known == null && all.length >= MOST_BUCKETS) {
            known = byKind.get(OTHERS);
        }
        if (known == null) {
            return null;
        }
        long architectures = task.architectureSet();
        boolean restricted = task.isRestricted();
        int part = full ? 0 : grouping.part(task);
        Bucket found = find(known, architectures, restricted, part);
        return found == null && full ? find(known, architectures, restricted, grouping.part(task)) : found;
    }

    private static Bucket find(Bucket[] known, long architectures, boolean restricted, int part) {
        for (Bucket bucket : known) {
            if (bucket.holds(architectures, restricted, part)) {
                return bucket;
            }
        }
        return null;
    }

    /** Returns the bucket of a task, and creates it if necessary. */
    synchronized Bucket make(Task task) {
        Bucket there = find(task);
        if (there != null) {
            return there;
        }
        String kind = grouping.kind(task);
        boolean isOther = all.length >= MOST_BUCKETS && !byKind.containsKey(kind);
        Bucket bucket = new Bucket(
                isOther ? OTHERS : grouping.name(task),
                task.architectureSet(),
                task.isRestricted(),
                full ? 0 : grouping.part(task),
                places);
        byKind.merge(isOther ? OTHERS : kind, new Bucket[] {bucket}, BucketTable::joined);
        all = joined(all, new Bucket[] {bucket});
        full = all.length >= MOST_PARTS;
        return bucket;
    }

    private static Bucket[] joined(Bucket[] some, Bucket[] more) {
        Bucket[] joined = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, joined, some.length, more.length);
        return joined;
    }
}
