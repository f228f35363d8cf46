package org.asterism.run;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Clock;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.Constants;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Registry of the current runs. When the framework stops, it cancels them before any bundle stops, because the drivers
 * and policies of the applications only stop when all tasks have ended.
 */
public class RunRegistry {
    /**
     * Maximum wait for the runs at the end of the framework; a shorter wait for the reports follows. A process has two
     * seconds to end.
     */
    private static final Duration PATIENCE = Duration.ofMillis(600);

    private static final Duration REPORT = Duration.ofMillis(200);

    private final Set<RunningApplication> runs = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();
    private final SynchronousBundleListener listener = event -> {
        if (event.getType() == BundleEvent.STOPPING && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID) {
            cancelAll("the end of the process");
        }
    };
    private BundleContext bundle;

    /** Creates a registry without runs. */
    public RunRegistry() {}

    /**
     * Starts to listen for the end of the framework.
     *
     * @param context context of the bundle that starts the runs
     */
    protected void open(BundleContext context) {
        bundle = context;
        context.addBundleListener(listener);
    }

    /** Cancels all runs, because the bundle that started them stops. */
    protected void close() {
        bundle.removeBundleListener(listener);
        cancelAll("the end of bundle " + bundle.getBundle().getSymbolicName());
    }

    /** Creates a run with a number, without starting it. */
    RunningApplication create(String application) {
        return new RunningApplication(numbers.incrementAndGet(), application);
    }

    /** Starts a run, which is registered until it has ended. */
    void start(RunningApplication run, Callable<Void> work) {
        runs.add(run);
        run.start(work, () -> runs.remove(run));
    }

    /**
     * Returns the runs that have not ended.
     *
     * @return snapshot in the order of their numbers
     */
    public List<RunningApplication> all() {
        return runs.stream()
                .sorted(Comparator.comparingInt(RunningApplication::number))
                .toList();
    }

    private void cancelAll(String by) {
        Clock clock = Clock.system();
        long end = clock.nanoTime() + PATIENCE.toNanos();
        List<RunningApplication> all = all();
        all.forEach(run -> run.cancel(by));
        try {
            for (RunningApplication run : all) {
                run.awaitEnd(Duration.ofNanos(Math.max(0, end - clock.nanoTime())));
            }
            all.forEach(RunningApplication::hurry);
            end = clock.nanoTime() + REPORT.toNanos();
            for (RunningApplication run : all) {
                run.awaitReported(Duration.ofNanos(Math.max(0, end - clock.nanoTime())));
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
