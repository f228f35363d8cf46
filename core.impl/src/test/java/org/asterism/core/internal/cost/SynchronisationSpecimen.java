package org.asterism.core.internal.cost;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** Does so many operations of each kind, and others that must not be counted. */
public final class SynchronisationSpecimen implements TaskProgram {
    private static final VarHandle PLAIN;

    static {
        try {
            PLAIN = MethodHandles.lookup().findVarHandle(SynchronisationSpecimen.class, "plain", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final AtomicInteger atomic = new AtomicInteger();
    private final LongAdder adder = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Integer> set = ConcurrentHashMap.newKeySet();
    private int plain;
    private volatile int shared;

    @Override
    public void submit(Load load, int times) {
        for (int i = 0; i < times; i++) {
            switch (load) {
                case INDEP -> readModifyWrites();
                case CHAIN -> volatileWrites();
                case DATA -> monitors();
                case CHAINTASK -> libraryCalls();
                case SPAWN -> throw new IllegalArgumentException("there are four kinds");
            }
        }
    }

    /** Five. */
    private void readModifyWrites() {
        PLAIN.compareAndSet(this, 0, 1);
        PLAIN.getAndAdd(this, 1);
        PLAIN.weakCompareAndSetPlain(this, 0, 1);
        atomic.incrementAndGet();
        adder.increment();
    }

    /** Four; a plain write, ordered writes and reads are free. */
    private void volatileWrites() {
        shared = 1;
        PLAIN.setVolatile(this, 2);
        atomic.set(3);
        VarHandle.fullFence();
        plain = shared + atomic.get();
        PLAIN.setRelease(this, 4);
        atomic.lazySet((int) PLAIN.getVolatile(this));
    }

    /** Two. */
    private void monitors() {
        synchronized (lock) {
            plain++;
        }
        enter();
    }

    private synchronized void enter() {
        plain++;
    }

    /** Three. */
    private void libraryCalls() {
        lock.lock();
        set.add(plain);
        lock.unlock();
    }

    @Override
    public void finish() {
        // Nothing is under way.
    }

    @Override
    public Thread worker() {
        return Thread.currentThread();
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
