package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.core.internal.observation.SafeLog;

/**
 * A place for one thread at a time, which does the work that all threads bring. Nobody waits for it: who finds it taken leaves
 * its command and goes on, and who sits in it does not get up before all commands are done. So what is only touched from here
 * needs no locks, and the calls of drivers that are made from here hold none.
 *
 * <p><b>Memory order.</b> A command is added before the count is raised, and the thread in the seat takes all commands after it
 * has read the count that it later takes away; both are volatile read-modify-writes of the same variable. So a command is
 * either seen by the thread in the seat, or the count is not zero afterwards and it looks again. What one thread does in the
 * seat happens before what the next does there. Who raises the count from zero has the seat, and may do a command without adding it: what
 * the same thread has added before is done, or the count would not be zero.
 */
final class Seat {
    private static final Logger LOG = System.getLogger(Seat.class.getName());

    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> afterwards = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Runnable work;

    /**
     * Makes a seat.
     *
     * @param work done after the commands, whenever somebody has called
     */
    Seat(Runnable work) {
        this.work = work;
    }

    /** Has a command done: here and now if the seat is free, else by the thread that has it. */
    void post(Runnable command) {
        commands.add(command);
        call();
    }

    /** {@link #post(Runnable)} of what is done to a subject, which makes no object if the seat is free. */
    <T> void post(Consumer<? super T> command, T subject) {
        if (calls.compareAndSet(0, 1)) {
            run(command, subject);
            sit();
        } else {
            post(() -> command.accept(subject));
        }
    }

    /** {@link #post(Runnable)} of a command that replies now or later; what it throws is its reply. */
    <T> CompletableFuture<T> ask(Consumer<Reply<T>> command) {
        Reply<T> reply = new Reply<>();
        post(() -> {
            try {
                command.accept(reply);
            } catch (Throwable thrown) {
                reply.end(thrown);
            }
        });
        return reply.future;
    }

    /** Completes a future of the program, by a thread that has left the seat: callbacks of programs may do anything. */
    final class Reply<T> {
        private final CompletableFuture<T> future = new CompletableFuture<>();

        void give(T value) {
            afterwards(() -> future.complete(value));
        }

        /** Replies without a value: with what went wrong, or with null if all is well. */
        void end(Throwable failure) {
            if (failure == null) {
                give(null);
            } else {
                afterwards(() -> future.completeExceptionally(failure));
            }
        }
    }

    /** Has the work done. */
    void call() {
        if (calls.getAndIncrement() == 0) {
            sit();
        }
    }

    /**
     * Answers, and leaves the seat even if this thread has too little stack or memory to go on: the next one that calls
     * does.
     */
    private void sit() {
        boolean answered = false;
        try {
            answer();
            answered = true;
        } finally {
            if (!answered) {
                calls.set(0);
            }
        }
    }

    /** Does what was asked for, until nobody has called meanwhile. */
    private void answer() {
        int answered;
        do {
            answered = calls.get();
            for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
                run(command);
            }
            run(work);
        } while (calls.addAndGet(-answered) != 0);
        for (Runnable later = afterwards.poll(); later != null; later = afterwards.poll()) {
            run(later);
        }
    }

    /** Has something done, by a thread that has left the seat: for what belongs to programs. */
    void afterwards(Runnable later) {
        afterwards.add(later);
    }

    private static void run(Runnable command) {
        run(Runnable::run, command);
    }

    private static <T> void run(Consumer<? super T> command, T subject) {
        try {
            command.accept(subject);
        } catch (Throwable thrown) {
            SafeLog.log(LOG, Level.ERROR, "an error while data were moved", thrown);
        }
    }
}
