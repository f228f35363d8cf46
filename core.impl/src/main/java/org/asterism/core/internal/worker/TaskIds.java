package org.asterism.core.internal.worker;

import java.util.concurrent.atomic.AtomicLong;
import org.asterism.spi.concurrent.Padded;

/**
 * The ids of a runtime's tasks, from 1. A worker's thread, whose kernels may submit many tasks, takes a block of them
 * at a time: otherwise the cache line of the last id would move from worker to worker with each task.
 */
public final class TaskIds {
    private static final int BLOCK = 64;

    /** Ids that one thread has taken; only this thread uses it. */
    static final class Block {
        private TaskIds of;
        private int generation;
        private long last;
        private long end;
    }

    /** Number of times that {@link #endBlocks} was called: blocks of earlier generations are not used any more. */
    private static final class Generation extends Padded {
        private volatile int number;
    }

    private final AtomicLong last = new AtomicLong();

    /** Off the cache line of the last id, which threads of programs write for each task. */
    private final Generation generation = new Generation();

    /** Returns an id that is higher than all that the calling thread has got before. */
    public long next() {
        return Thread.currentThread() instanceof WorkerThread worker ? next(worker.ids()) : last.incrementAndGet();
    }

    private long next(Block own) {
        int now = generation.number; // read first: if blocks are ended meanwhile, the next call takes a new one
        if (own.last == own.end || own.generation != now || own.of != this) {
            own.of = this;
            own.generation = now;
            own.last = last.getAndAdd(BLOCK);
            own.end = own.last + BLOCK;
        }
        return ++own.last;
    }

    /** Ends all blocks. Each call of {@link #next} that begins later returns a higher id than this, on any thread. */
    public synchronized long endBlocks() {
        long found = last.get();
        generation.number++;
        return found;
    }
}
