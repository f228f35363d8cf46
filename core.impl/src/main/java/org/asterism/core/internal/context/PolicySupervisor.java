package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.asterism.api.Clock;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.protocol.Patience;
import org.asterism.spi.driver.EventClock;

/**
 * Runs code that calls policies while a context is changed, each time on a new thread. If a policy keeps that thread
 * for ten seconds, the supervisor abandons it. The caller may be a starting bundle, which must not be blocked.
 *
 * <p>A call that makes progress, such as a policy that hands its tasks back one by one, may take longer. In virtual
 * time everything runs on the caller's thread.
 */
public final class PolicySupervisor {
    private static final Logger LOG = System.getLogger(PolicySupervisor.class.getName());
    private static final Set<Class<?>> CALLERS = Set.of(ReadyPool.class, PolicyHooks.class);
    private static final long NAP_NANOS = 100_000_000;
    private static final long SHORT_NAP_NANOS = 1_000_000;

    private final String context;
    private final boolean isVirtual;

    PolicySupervisor(String context, Clock clock) {
        this.context = context;
        isVirtual = clock instanceof EventClock;
    }

    /**
     * A thread that calls policies. After its end it keeps no reference to them, because other code may keep the thread
     * object.
     */
    private final class Caller<T> extends Thread {
        private final CallRecord record = new CallRecord();
        private Supplier<T> work;
        private Thread waiting = Thread.currentThread();
        private volatile boolean done;
        private T result;
        private Throwable thrown;

        Caller(Supplier<T> work) {
            super(null, null, "asterism-change-of-" + context, 0, false);
            this.work = work;
            setDaemon(true);
            setContextClassLoader(waiting.getContextClassLoader());
        }

        boolean isFor(PolicySupervisor supervisor) {
            return PolicySupervisor.this == supervisor;
        }

        @Override
        public void run() {
            try {
                result = work.get();
            } catch (Throwable any) {
                thrown = any;
            }
            if (record.isAbandoned()) {
                LOG.log(
                        Level.INFO,
                        "context ''{0}'': a policy that was given up has returned; what it did is ignored",
                        context);
            }
            Thread waited = waiting;
            forget();
            done = true;
            LockSupport.unpark(waited);
        }

        private void forget() {
            waiting = null;
            work = null;
            record.forget();
            setContextClassLoader(null);
            if (record.isAbandoned()) { // nobody takes what it has come to
                result = null;
                thrown = null;
            }
        }

        /** Takes what the work has come to; when it is done. */
        T take() {
            T taken = result;
            Throwable failure = thrown;
            result = null;
            thrown = null;
            switch (failure) {
                case null -> {
                    return taken;
                }
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                default -> throw new IllegalStateException(failure);
            }
        }
    }

    /** Whether the calling thread calls policies for this context, itself or for another thread that does. */
    boolean isCallingHere() {
        for (Caller<?> caller = caller(Thread.currentThread()); caller != null; caller = caller(caller.waiting)) {
            if (caller.isFor(this)) {
                return true;
            }
        }
        return false;
    }

    /** A thread as one that calls policies and was not given up, or null. */
    private static Caller<?> caller(Thread thread) {
        return thread instanceof Caller<?> caller && caller.record.isAwaited() ? caller : null;
    }

    /** Whether the calling thread is a given one, or calls a policy for it while it waits. */
    public static boolean isOnBehalfOf(Thread waiting) {
        Thread self = Thread.currentThread();
        while (self != waiting && caller(self) != null) {
            self = caller(self).waiting;
        }
        return self == waiting;
    }

    /**
     * Lets the calling thread join the change of a thread that waits for it while it creates a policy. That call runs
     * without the lock for changes. The wait does not time out before {@link #endTakingPart}.
     *
     * @return false if it does not make a policy for that thread, or was given up
     */
    public static boolean takePart(Thread waiting) {
        for (Caller<?> caller = caller(Thread.currentThread()); caller != null; caller = caller(caller.waiting)) {
            if (!caller.record.isCreating()) {
                return false;
            }
            if (caller.waiting == waiting) {
                return ((Caller<?>) Thread.currentThread()).record.beginCoreCall();
            }
        }
        return false;
    }

    /** Ends what {@link #takePart} began; on the same thread. */
    public static void endTakingPart() {
        ((Caller<?>) Thread.currentThread()).record.endCoreCall();
    }

    /**
     * Whether a scheduling policy calls, also on a thread that passes no place of its own, as one of the program: for
     * changes, which are so rare that they may look through the stack.
     */
    public static boolean isPolicyCalling() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.anyMatch(frame -> CALLERS.contains(frame.getDeclaringClass())));
    }

    public static IllegalStateException refused(String what) {
        return new IllegalStateException(
                what + " must not be called by a scheduling policy: call it from a kernel, a callback or the program");
    }

    /** Returns the record of the policy calls of the calling thread, which must be within {@link #run}. */
    CallRecord record() {
        return Thread.currentThread() instanceof Caller<?> caller ? caller.record : new CallRecord();
    }

    /**
     * Runs something that calls policies, and says so in {@link #record}.
     *
     * @throws StuckPolicyException if a policy did not return in time; what it was called for is not finished then, and
     *     never will be
     */
    <T> T run(Supplier<T> work) {
        CallRecord outer = Thread.currentThread() instanceof Caller<?> current ? current.record : null;
        boolean isPartOfRun = outer != null && outer.isInCore() && ((Caller<?>) Thread.currentThread()).isFor(this);
        if (isVirtual || isPartOfRun) {
            return work.get();
        }
        Caller<T> caller = new Caller<>(work);
        try {
            caller.start();
        } catch (OutOfMemoryError none) { // no further thread can be had
            return work.get();
        }
        boolean isCoreCall = outer != null && outer.beginCoreCall(); // the time is that of the inner policy
        try {
            await(caller);
        } finally {
            if (isCoreCall) {
                outer.endCoreCall();
            }
        }
        return caller.take();
    }

    private void await(Caller<?> caller) {
        CallRecord record = caller.record;
        long seen = -1;
        Patience patience = new Patience();
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while (!caller.done) {
                interrupt.park(this, NAP_NANOS);
                CallRecord.Call call = record.call();
                long calls = record.calls();
                if (call == null || calls != seen) {
                    seen = calls;
                    patience = new Patience();
                } else if (patience.isOver() && !caller.done) {
                    throw abandon(caller, call);
                }
            }
        }
    }

    /** Gives a thread up, and returns when it changes nothing any more: it is within a policy, or has ended. */
    private StuckPolicyException abandon(Caller<?> caller, CallRecord.Call suspected) {
        CallRecord.Call call = suspected;
        StackTraceElement[] stack = caller.record.abandon(caller);
        while (!caller.done) {
            CallRecord.Call within = caller.record.call();
            if (within != null) {
                call = within;
                stack = caller.getStackTrace(); // orders what it wrote before it entered that call
                break;
            }
            LockSupport.parkNanos(this, SHORT_NAP_NANOS);
        }
        String where = "it is in " + where(stack);
        call.markStuck();
        StuckPolicyException stuck = new StuckPolicyException(call, where);
        LOG.log(Level.ERROR, "context ''{0}'': {1}; the context goes on without it", context, stuck.getMessage());
        return stuck;
    }

    /** The innermost frame that is none of the JDK's. */
    private static String where(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return frame.toString();
            }
        }
        return stack.length == 0 ? "a method that has just returned" : stack[0].toString();
    }
}
