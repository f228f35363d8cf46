package org.asterism.trace.internal.recording;

import java.util.Arrays;
import java.util.function.Consumer;
import org.asterism.api.Task;

/** Ids of the tasks that wait for another one. One thread at a time. */
final class Successors implements Consumer<Task> {
    private long[] ids = new long[16];
    private int count;

    /** Forgets the tasks of the last call. */
    Successors cleared() {
        count = 0;
        return this;
    }

    @Override
    public void accept(Task task) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, count * 2);
        }
        ids[count++] = task.id();
    }

    int count() {
        return count;
    }

    long id(int index) {
        return ids[index];
    }
}
