package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Task;

/**
 * Finds the bucket of a task. There is one for each kind of task, set of architectures, and for those that are
 * restricted further: so a worker can run all tasks of a bucket, or must be asked about each.
 *
 * <p><b>Threads.</b> Any. Finding takes no lock; making a bucket does.
 */
final class BucketTable {
    /** So many buckets tell sizes or priorities apart; further tasks share one per kind. */
    private static final int MOST_PARTS = 512;

    /** So many buckets tell kinds apart: a program that names each codelet differently must not fill the memory. */
    private static final int MOST_BUCKETS = 4096;

    /** Stands for all kinds that came when there were {@link #MOST_BUCKETS} buckets. */
    private static final String OTHERS = "others";

    private final Grouping grouping;

    /** By kind and not by codelet, since a program may make a codelet per request, or be uninstalled. */
    private final ConcurrentHashMap<String, Bucket[]> byKind = new ConcurrentHashMap<>();

    private volatile Bucket[] all = {};
    private volatile boolean full;
    private int places = 1;

    BucketTable(Grouping grouping) {
        this.grouping = grouping;
    }

    /** All buckets, the oldest first. */
    Bucket[] all() {
        return all;
    }

    /** Keeps the tasks of all buckets apart by other places; see {@link Bucket#movePlaces}. */
    synchronized void movePlaces(int count, int[] moved) {
        places = count;
        for (Bucket bucket : all) {
            bucket.movePlaces(count, moved);
        }
    }

    /** The bucket of a task, or null if there is none yet. */
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

    /** Finds the bucket of a task, or makes it. */
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
