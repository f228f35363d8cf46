package org.asterism.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.spi.driver.ComputeUnit;
import org.opentest4j.TestAbortedException;

/**
 * Lifecycle of compute units: it starts, uses and stops each unit on a separate thread, like that of a worker.
 *
 * @param patience timeout of a use
 */
record UnitLife(Duration patience) {
    /** Action with running units. */
    interface Use {
        void run() throws Exception;
    }

    /** Starts a unit, uses it on its thread, stops it, and closes it. */
    void of(ComputeUnit unit, Use use) {
        try {
            onAThread(unit, use);
        } finally {
            unit.close();
        }
    }

    /** Starts a unit, uses it on a thread, and stops it, so that it can be used on another thread. */
    void onAThread(ComputeUnit unit, Use use) {
        FutureTask<Void> life = new FutureTask<>(() -> {
            unit.start();
            try {
                use.run();
            } finally {
                unit.stop();
            }
            return null;
        });
        Thread.ofPlatform().daemon().name("contract-" + unit.name()).start(life);
        await(life, "unit " + unit.name());
    }

    /** Action with each of several units. */
    interface UseOfEach {
        void run(ComputeUnit unit) throws Exception;
    }

    /** Starts all units, uses them at the same time, each on its thread, and stops them without closing them. */
    void allAtOnce(List<ComputeUnit> units, UseOfEach use) {
        List<FutureTask<Void>> lives = new ArrayList<>();
        for (ComputeUnit unit : units) {
            FutureTask<Void> life = new FutureTask<>(
                    () -> {
                        onAThread(unit, () -> use.run(unit));
                    },
                    null);
            lives.add(life);
            Thread.ofPlatform().daemon().name("contract-all-" + unit.name()).start(life);
        }
        for (FutureTask<Void> life : lives) {
            await(life, "units");
        }
    }

    private void await(FutureTask<Void> life, String what) {
        try {
            life.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof AssertionError failed) {
                throw failed;
            }
            if (thrown.getCause() instanceof TestAbortedException skipped) {
                throw skipped;
            }
            throw new AssertionError(what + ": " + thrown.getCause(), thrown.getCause());
        } catch (TimeoutException | InterruptedException late) {
            throw new AssertionError(what + " did not return within " + patience, late);
        }
    }

    /** Starts all units, each on its thread, and stops them after the action. */
    void of(List<ComputeUnit> units, Use use) {
        if (units.isEmpty()) {
            try {
                use.run();
            } catch (Exception thrown) {
                throw new AssertionError(thrown);
            }
            return;
        }
        of(units.getFirst(), () -> of(units.subList(1, units.size()), use));
    }
}
