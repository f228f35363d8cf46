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
 * Runs commands that any thread may submit, on one thread at a time.
 *
 * <p>No thread waits: if the seat is taken, a thread leaves its command and goes on, and the thread in the seat stays
 * until all commands are done. So state that only commands touch needs no lock, and commands call drivers without one.
 *
 * <p><b>Memory order.</b> A command is added before the count is raised. The thread in the seat reads the count, takes
 * all commands, and then subtracts the number that it has read. Both changes are volatile read-modify-writes of the
 * same variable. So either the thread in the seat sees a command, or the count is not zero afterwards and it looks
 * again. The actions of one thread in the seat happen before those of the next thread in the seat. The thread that
 * raises the count from zero has the seat, and may run a command without adding it. All commands that this thread added
 * before are done, because otherwise the count would not have been zero.
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
     * @param work runs after the commands, whenever a thread has called
     */
    Seat(Runnable work) {
        this.work = work;
    }

    /** Runs a command: here and now if the seat is free, else on the thread that has it. */
    void post(Runnable command) {
        commands.add(command);
        call();
    }

    /** {@link #post(Runnable)} for a command with an argument; allocates nothing if the seat is free. */
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

    /**
     * Completes a future of the program, after the thread has left the seat. Callbacks of programs may do anything, so
     * they must not run in the seat.
     */
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

    /** Runs the work, and commands that were left. */
    void call() {
        if (calls.getAndIncrement() == 0) {
            sit();
        }
    }

    /**
     * Answers, and leaves the seat even if this thread has too little stack or memory to go on: the next caller goes
     * on.
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

    /** Runs commands and the work until no thread has called meanwhile. */
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

    /** Runs code of programs on a thread that has left the seat. */
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
