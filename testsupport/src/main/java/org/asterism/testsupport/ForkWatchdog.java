package org.asterism.testsupport;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Prints the stacks of all threads shortly before Maven kills a virtual machine that runs tests for too long. The JUnit
 * platform finds this class as a service, in every module.
 */
public final class ForkWatchdog implements LauncherSessionListener {
    /**
     * The system property with the seconds after which Maven kills the virtual machine. Without it there is no
     * watchdog.
     */
    private static final String LIMIT = "asterism.test.fork.seconds";

    private static final Duration BEFORE_THE_END = Duration.ofSeconds(15);
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Integer seconds = Integer.getInteger(LIMIT);
        if (seconds != null && STARTED.compareAndSet(false, true)) {
            Duration running = Duration.ofSeconds(seconds).minus(BEFORE_THE_END);
            Thread.ofPlatform().daemon().name("test-watchdog").start(() -> watch(running, seconds));
        }
    }

    private static void watch(Duration running, int seconds) {
        try {
            Thread.sleep(running.isNegative() ? Duration.ZERO : running);
        } catch (InterruptedException ended) {
            return;
        }
        StackDump.print(
                "these tests have not ended and are killed " + seconds + " s after their virtual machine started");
    }
}
