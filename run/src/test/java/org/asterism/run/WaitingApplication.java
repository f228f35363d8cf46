package org.asterism.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;

/** Waits until the test lets it go on, or its tasks are cancelled. */
public final class WaitingApplication implements Application {
    /** Reaches 0 when the application has begun. */
    public final CountDownLatch begun = new CountDownLatch(1);

    /** Lets the application continue when it reaches 0. */
    public final CountDownLatch goOn = new CountDownLatch(1);

    final AtomicReference<Throwable> thrown = new AtomicReference<>();
    volatile boolean saw;

    /** Creates the application. */
    public WaitingApplication() {}

    @Override
    public List<ApplicationOption> options() {
        return List.of();
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        run.expectTasks(100);
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException interrupted) {
            thrown.set(interrupted);
            throw interrupted;
        } finally {
            saw = run.isCancelled();
        }
        if (saw) {
            throw new IllegalStateException("cancelled");
        }
        return new ApplicationResult(true, Map.of());
    }
}
