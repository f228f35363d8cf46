package org.asterism.spi.policy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.api.Task;

/**
 * Tasks by priority, first in first out among equals: a ring per priority, and a heap of the rings that are not empty. Taking
 * and adding are O(1) while a priority has tasks, O(log p) for p different priorities when a ring fills or empties. For one
 * thread at a time.
 */
final class PriorityBuckets {
    /** Rings of priorities that nobody uses any more are forgotten when there are this many. */
    private static final int MOST_IDLE_BUCKETS = 1024;

    private static final class Bucket {
        final int priority;
        Task[] tasks = new Task[16];
        long[] stamps = new long[16];
        int first;
        int size;

        Bucket(int priority) {
            this.priority = priority;
        }

        void add(Task task, long stamp) {
            if (size == tasks.length) {
                grow();
            }
            int place = (first + size++) & (tasks.length - 1);
            tasks[place] = task;
            stamps[place] = stamp;
        }

        private void grow() {
            Task[] moreTasks = new Task[2 * size];
            long[] moreStamps = new long[2 * size];
            int toEnd = size - first;
            System.arraycopy(tasks, first, moreTasks, 0, toEnd);
            System.arraycopy(tasks, 0, moreTasks, toEnd, first);
            System.arraycopy(stamps, first, moreStamps, 0, toEnd);
            System.arraycopy(stamps, 0, moreStamps, toEnd, first);
            tasks = moreTasks;
            stamps = moreStamps;
            first = 0;
        }

        Task take() {
            Task task = tasks[first];
            tasks[first] = null;
            first = (first + 1) & (tasks.length - 1);
            size--;
            return task;
        }
    }

    private final Map<Integer, Bucket> buckets = new HashMap<>();
    private Bucket lastUsed = new Bucket(0);
    private Bucket[] heap = new Bucket[16];
    private int heapSize;
    private long size;

    PriorityBuckets() {
        buckets.put(0, lastUsed);
    }

    void add(Task task, long stamp) {
        int priority = task.priority();
        Bucket bucket = lastUsed;
        if (bucket.priority != priority) {
            bucket = buckets.get(priority);
            if (bucket == null) {
                bucket = addBucket(priority);
            }
            lastUsed = bucket;
        }
        bucket.add(task, stamp);
        size++;
        if (bucket.size == 1) {
            insert(bucket);
        }
    }

    private Bucket addBucket(int priority) {
        if (buckets.size() - heapSize > MOST_IDLE_BUCKETS) {
            buckets.values().removeIf(idle -> idle.size == 0);
        }
        Bucket bucket = new Bucket(priority);
        buckets.put(priority, bucket);
        return bucket;
    }

    Task take() {
        if (heapSize == 0) {
            return null;
        }
        Bucket highest = heap[0];
        Task task = highest.take();
        size--;
        if (highest.size == 0) {
            removeHighest();
        }
        return task;
    }

    boolean isEmpty() {
        return heapSize == 0;
    }

    long size() {
        return size;
    }

    int highestPriority() {
        return heap[0].priority;
    }

    long highestStamp() {
        return heap[0].stamps[heap[0].first];
    }

    void takeAll(Consumer<TaskLanes.Stamped> sink) {
        while (heapSize > 0) {
            long stamp = highestStamp();
            sink.accept(new TaskLanes.Stamped(take(), stamp));
        }
    }

    private void insert(Bucket bucket) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heapSize);
        }
        int place = heapSize++;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (heap[parent].priority >= bucket.priority) {
                break;
            }
            heap[place] = heap[parent];
            place = parent;
        }
        heap[place] = bucket;
    }

    private void removeHighest() {
        Bucket moved = heap[--heapSize];
        heap[heapSize] = null;
        if (heapSize == 0) {
            return;
        }
        int place = 0;
        while (2 * place + 1 < heapSize) {
            int child = 2 * place + 1;
            if (child + 1 < heapSize && heap[child + 1].priority > heap[child].priority) {
                child++;
            }
            if (heap[child].priority <= moved.priority) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = moved;
    }
}
