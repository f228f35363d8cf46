package org.asterism.bench.parts.budget;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/** Does operations of the kind that it is given, by its number, and others that must not be counted. */
public final class SynchronisationSpecimen implements IntConsumer {
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
    public void accept(int kind) {
        switch (kind) {
            case 0 -> readModifyWrites();
            case 1 -> volatileWrites();
            case 2 -> volatileReads();
            case 3 -> monitors();
            default -> libraryCalls();
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

    /** Four; plain, opaque and ordered writes are free. */
    private void volatileWrites() {
        shared = 1;
        PLAIN.setVolatile(this, 2);
        atomic.set(3);
        VarHandle.fullFence();
        plain = 4;
        PLAIN.setRelease(this, 4);
        PLAIN.setOpaque(this, 4);
        atomic.lazySet(plain);
    }

    /** Six; plain and opaque reads are free. */
    private void volatileReads() {
        plain = shared + (int) PLAIN.getVolatile(this) + (int) PLAIN.getAcquire(this);
        plain += atomic.get() + atomic.getAcquire() + adder.intValue();
        plain += (int) PLAIN.get(this) + (int) PLAIN.getOpaque(this) + atomic.getPlain();
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
}
