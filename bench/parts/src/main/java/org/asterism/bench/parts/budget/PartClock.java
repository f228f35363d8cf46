package org.asterism.bench.parts.budget;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Measures the processor time of threads, one at a time, and publishes the {@link Part} that the thread is in.
 *
 * <p>Reading a clock where a part begins would take longer than many parts. So another thread samples, see
 * {@link PartProfiler}.
 *
 * <p>The part is written in opaque mode: the compiler keeps each write in its place, and the processor is not delayed.
 */
public final class PartClock implements Meter {
    /** There is only one, since instrumented code calls static methods. */
    static final PartClock METER = new PartClock();

    /** The part while nothing is measured. */
    static final int OUTSIDE = -1;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final VarHandle CURRENT;
    private static final VarHandle BASE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CURRENT = lookup.findStaticVarHandle(PartClock.class, "current", int.class);
            BASE = lookup.findStaticVarHandle(PartClock.class, "base", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static int current = OUTSIDE;

    /** The part that the thread is in where it has entered none; {@link #OUTSIDE} while nothing is measured. */
    private static int base = OUTSIDE;

    private static final long[] NANOS = new long[Part.values().length];
    private static long began;

    private PartClock() {}

    @Override
    public void begin(int part) {
        CURRENT.setOpaque(part);
        BASE.setOpaque(part);
        began = THREADS.getCurrentThreadCpuTime();
    }

    @Override
    public void end() {
        NANOS[base] += THREADS.getCurrentThreadCpuTime() - began;
        BASE.setOpaque(OUTSIDE);
    }

    /**
     * Returns the processor time of the threads whose measurement began in a part, up to the last end. Call it while
     * none is measured.
     */
    static long nanos(Part begun) {
        return NANOS[begun.ordinal()];
    }

    /** The part in which the thread began that is measured now, by its ordinal, or {@link #OUTSIDE}. Any thread. */
    static int base() {
        return (int) BASE.getOpaque();
    }

    /** The part that this thread is in. Any thread. */
    static int current() {
        return (int) CURRENT.getOpaque();
    }

    /** Is called where a part begins; returns what {@link #leave} is to be given at its end. */
    public static int enter(int part) {
        int outer = base == OUTSIDE ? OUTSIDE : current;
        CURRENT.setOpaque(part);
        return outer;
    }

    /** Is called where a part ends. */
    public static void leave(int outer) {
        CURRENT.setOpaque(outer == OUTSIDE ? base : outer);
    }
}
