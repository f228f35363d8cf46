package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Codelet;
import org.asterism.api.Task;

/**
 * Finds the bucket of a task. There is one for each kind of task, set of architectures, and for those that are restricted further: so
 * a worker can run all tasks of a bucket, or must be asked about each.
 *
 * <p><b>Threads.</b> Any. Finding takes no lock; making a bucket does.
 */
final class BucketTable {
    /** So many buckets tell sizes or priorities apart; further tasks share one per kind. */
    private static final int MOST_PARTS = 512;

    private record Key(String name, long architectures, boolean restricted, int part) {}

    private final Grouping grouping;
    private final ConcurrentHashMap<Codelet, Bucket[]> byCodelet = new ConcurrentHashMap<>();
    private final Map<Key, Bucket> byKey = new HashMap<>();
    private volatile Bucket[] all = {};
    private volatile boolean full;
    private int nodes = 1;

    BucketTable(Grouping grouping) {
        this.grouping = grouping;
    }

    /** All buckets, the oldest first. */
    Bucket[] all() {
        return all;
    }

    /** Has all buckets keep tasks apart by memory node; while no other method runs. */
    synchronized void growNodes(int wanted) {
        nodes = Math.max(nodes, wanted);
        for (Bucket bucket : all) {
            bucket.growNodes(nodes);
        }
    }

    /** The bucket of a task, or null if there is none yet. */
    Bucket find(Task task) {
        Bucket[] known = byCodelet.get(task.codelet());
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
        Key key = new Key(
                grouping.name(task), task.architectureSet(), task.isRestricted(), full ? 0 : grouping.part(task));
        Bucket bucket = byKey.get(key);
        if (bucket == null) {
            bucket = new Bucket(key.name(), key.architectures(), key.restricted(), key.part(), nodes);
            byKey.put(key, bucket);
            Bucket[] more = Arrays.copyOf(all, all.length + 1);
            more[all.length] = bucket;
            all = more;
            full = more.length >= MOST_PARTS;
        }
        Bucket[] known = byCodelet.getOrDefault(task.codelet(), new Bucket[0]);
        Bucket[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = bucket;
        byCodelet.put(task.codelet(), more);
        return bucket;
    }
}
