package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;

/**
 * Queue ordered by priority and then by arrival: one ring per priority, and a heap of the rings that are not empty.
 * Adding and taking are O(1) while a priority has tasks, and O(log p) for p priorities when a ring becomes empty or
 * stops being empty. Used by one thread at a time.
 */
final class PriorityBuckets {
    /** Number of rings at which those without tasks are removed. */
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

        /** Inserts a task by its stamp, before or after tasks with the same stamp. */
        void insert(Task task, long stamp, boolean before) {
            int place = placeFor(stamp, before);
            if (size == tasks.length) {
                grow();
            }
            if (place < size - place) {
                first = (first - 1) & (tasks.length - 1);
                for (int moved = 0; moved < place; moved++) {
                    move(moved + 1, moved);
                }
            } else {
                for (int moved = size; moved > place; moved--) {
                    move(moved - 1, moved);
                }
            }
            size++;
            tasks[index(place)] = task;
            stamps[index(place)] = stamp;
        }

        /** Returns the number of tasks that come before a stamp. */
        int placeFor(long stamp, boolean before) {
            if (size == 0 || (before ? stampAt(size - 1) < stamp : stampAt(size - 1) <= stamp)) {
                return size;
            }
            int low = 0;
            int high = size - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (before ? stampAt(middle) < stamp : stampAt(middle) <= stamp) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean remove(Task task, long stamp) {
            for (int place = placeFor(stamp, true); place < size && stampAt(place) == stamp; place++) {
                if (tasks[index(place)] == task) {
                    removeAt(place);
                    return true;
                }
            }
            return false;
        }

        private void removeAt(int place) {
            if (place < size - 1 - place) {
                for (int moved = place; moved > 0; moved--) {
                    move(moved - 1, moved);
                }
                tasks[first] = null;
                first = (first + 1) & (tasks.length - 1);
            } else {
                for (int moved = place; moved < size - 1; moved++) {
                    move(moved + 1, moved);
                }
                tasks[index(size - 1)] = null;
            }
            size--;
        }

        private void move(int from, int to) {
            tasks[index(to)] = tasks[index(from)];
            stamps[index(to)] = stamps[index(from)];
        }

        private int index(int place) {
            return (first + place) & (tasks.length - 1);
        }

        Task taskAt(int place) {
            return tasks[index(place)];
        }

        long stampAt(int place) {
            return stamps[index(place)];
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

        Task takeLast() {
            int last = (first + --size) & (tasks.length - 1);
            Task task = tasks[last];
            tasks[last] = null;
            return task;
        }
    }

    /**
     * All rings by priority: a hash table with linear probing, between a quarter and half full. It avoids boxed keys.
     */
    private Bucket[] table = new Bucket[32];

    private int buckets;
    private Bucket lastUsed;
    private Bucket[] heap = new Bucket[16];
    private int heapSize;
    private long size;

    PriorityBuckets() {
        lastUsed = bucketOf(0);
    }

    void add(Task task, int priority, long stamp) {
        Bucket bucket = lastUsed;
        if (bucket.priority != priority) {
            bucket = bucketOf(priority);
            lastUsed = bucket;
        }
        bucket.add(task, stamp);
        size++;
        if (bucket.size == 1) {
            insert(bucket);
        }
    }

    /**
     * Inserts a task into the ring of its priority by its stamp. The search is logarithmic; the tasks between the place
     * and the nearer end are moved.
     *
     * @param before whether it goes before tasks with the same stamp
     */
    void insert(Task task, int priority, long stamp, boolean before) {
        Bucket bucket = lastUsed;
        if (bucket.priority != priority) {
            bucket = bucketOf(priority);
            lastUsed = bucket;
        }
        bucket.insert(task, stamp, before);
        size++;
        if (bucket.size == 1) {
            insert(bucket);
        }
    }

    /** Removes the given task, and returns whether it was there. */
    boolean remove(Task task, int priority, long stamp) {
        Bucket bucket = table[place(priority)];
        if (bucket == null || !bucket.remove(task, stamp)) {
            return false;
        }
        size--;
        if (bucket.size == 0) {
            int place = 0;
            while (heap[place] != bucket) {
                place++;
            }
            removeFromHeap(place);
        }
        return true;
    }

    /**
     * Copies tasks of the highest priorities. Tasks of one priority are in order, the oldest first. The priorities
     * themselves are in no order; the reader sorts them.
     *
     * @param leastPriority lowest priority to copy
     * @param most maximum number of tasks per priority
     */
    void copyFirst(int leastPriority, int most, TaskStore.Candidates into) {
        for (int place = 0; place < heapSize; place++) {
            Bucket bucket = heap[place];
            if (bucket.priority >= leastPriority) {
                int count = Math.min(bucket.size, most);
                for (int index = 0; index < count; index++) {
                    into.add(bucket.taskAt(index), bucket.priority, bucket.stampAt(index));
                }
            }
        }
    }

    private Bucket bucketOf(int priority) {
        int place = place(priority);
        if (table[place] == null) {
            if (4 * (buckets + 1) > 2 * table.length) {
                rehash();
                place = place(priority);
            }
            table[place] = new Bucket(priority);
            buckets++;
        }
        return table[place];
    }

    /** Returns the slot of a priority's ring, whether present or not. */
    private int place(int priority) {
        int mask = table.length - 1;
        int place = (priority * 0x9E3779B9 >>> 7) & mask;
        while (table[place] != null && table[place].priority != priority) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Makes room: removes unused rings if there are many, otherwise doubles the table. */
    private void rehash() {
        Bucket[] old = table;
        boolean forget = buckets - heapSize > MOST_IDLE_BUCKETS;
        table = new Bucket[forget ? old.length : 2 * old.length];
        buckets = 0;
        for (Bucket bucket : old) {
            if (bucket != null && (!forget || bucket.size > 0)) {
                table[place(bucket.priority)] = bucket;
                buckets++;
            }
        }
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

    /** Takes the newest task of the highest priority, or returns null. */
    Task takeNewest() {
        if (heapSize == 0) {
            return null;
        }
        Bucket highest = heap[0];
        Task task = highest.takeLast();
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

    /** Returns the oldest task of the highest priority. The queue must not be empty. */
    Task first() {
        return heap[0].tasks[heap[0].first];
    }

    int highestPriority() {
        return heap[0].priority;
    }

    /** Returns the number of tasks of the highest priority. */
    int highestCount() {
        return heap[0].size;
    }

    long highestStamp() {
        return heap[0].stamps[heap[0].first];
    }

    /** Returns the stamp of the newest task of the highest priority. */
    long highestNewestStamp() {
        Bucket highest = heap[0];
        return highest.stamps[(highest.first + highest.size - 1) & (highest.stamps.length - 1)];
    }

    void takeAll(ObjLongConsumer<? super Task> sink) {
        while (heapSize > 0) {
            long stamp = highestStamp();
            sink.accept(take(), stamp);
        }
    }

    private void insert(Bucket bucket) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heapSize);
        }
        rise(bucket, heapSize++);
    }

    private void rise(Bucket bucket, int from) {
        int place = from;
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
        removeFromHeap(0);
    }

    private void removeFromHeap(int from) {
        Bucket moved = heap[--heapSize];
        heap[heapSize] = null;
        if (heapSize == from) {
            return;
        }
        int place = from;
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
        rise(moved, place);
    }
}
