package org.asterism.core.internal.oracle;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.testsupport.StackDump;

/**
 * Runs a random trial for one seed after the other, each within a time limit, and reports which seed went wrong.
 *
 * <p>{@code -Dasterism.seed=N} repeats one seed. {@code -Dasterism.seeds=N} tries so many, from
 * {@code -Dasterism.first} on, if given. {@code -Dasterism.patience=N} limits each to so many seconds.
 * {@code -Dasterism.goOn=true} continues after a seed that went wrong.
 */
public final class Seeds {
    private static final int SECONDS_PER_SEED = Integer.getInteger("asterism.patience", 60);

    /** A trial that depends on nothing but its seed, as far as threads allow. */
    @FunctionalInterface
    public interface Trial {
        void run(long seed) throws Exception;
    }

    /** Describes a seed to those who read a failure. */
    @FunctionalInterface
    public interface Description {
        String of(long seed);
    }

    private Seeds() {}

    /**
     * Tries one seed, or as many as wanted.
     *
     * @param name of the trial, for people
     * @param usual how many seeds are tried if nobody says otherwise
     */
    public static void tryAll(String name, int usual, Description description, Trial trial)
            throws InterruptedException {
        Long given = Long.getLong("asterism.seed");
        int count = given != null ? 1 : Integer.getInteger("asterism.seeds", usual);
        long first = given != null ? given : Long.getLong("asterism.first", System.nanoTime());
        int wrong = 0;
        for (long seed = first; seed < first + count; seed++) {
            try {
                tryOne(seed, description, trial);
            } catch (AssertionError failure) {
                wrong++;
                System.out.println("WRONG " + failure.getMessage());
                failure.getCause().printStackTrace(System.out);
                if (!Boolean.getBoolean("asterism.goOn")) {
                    throw failure;
                }
            }
        }
        System.out.println(name + ": seeds " + first + " to " + (first + count - 1) + ", wrong: " + wrong);
        if (wrong > 0) {
            fail(wrong + " seeds of " + name + " went wrong");
        }
    }

    private static void tryOne(long seed, Description description, Trial trial) throws InterruptedException {
        FutureTask<Void> whole = new FutureTask<>(() -> {
            trial.run(seed);
            return null;
        });
        Thread thread = Thread.ofPlatform().daemon().name("seed " + seed).start(whole);
        try {
            whole.get(SECONDS_PER_SEED, TimeUnit.SECONDS);
        } catch (ExecutionException wrong) {
            throw new AssertionError(repeat(seed, description), wrong.getCause());
        } catch (TimeoutException hangs) {
            StackDump.print("seed " + seed + " hangs");
            Throwable where = new Throwable("where it hangs");
            where.setStackTrace(thread.getStackTrace());
            throw new AssertionError("hangs: " + repeat(seed, description), where);
        }
    }

    private static String repeat(long seed, Description description) {
        return "repeat with -Dasterism.seed=" + seed + " of " + description.of(seed);
    }
}
