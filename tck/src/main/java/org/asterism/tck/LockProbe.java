package org.asterism.tck;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Probe that detects locks held during calls of a component. Within such a call, it calls the component on another
 * thread: if the component holds a lock, that thread has to wait. Then it calls from the same thread, like a push that
 * wakes a pulling thread.
 */
final class LockProbe implements AutoCloseable {
    private static final int PROBES_PER_CALL = 6;

    private final ExecutorService others = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("lock-probe-", 0).factory());
    private final Map<String, Integer> probed = new ConcurrentHashMap<>();
    private final ComponentUnderTest scene;
    private final Duration limit;
    private final boolean pushesMayWait;
    private volatile boolean busy;

    LockProbe(ComponentUnderTest scene, Duration limit, boolean pushesMayWait) {
        this.scene = scene;
        this.limit = limit;
        this.pushesMayWait = pushesMayWait;
        scene.visits(this::at);
    }

    private void at(String call) {
        if (busy || probed.merge(call, 1, Integer::sum) > PROBES_PER_CALL) {
            return;
        }
        busy = true;
        try {
            SchedulingComponent component = scene.component;
            FakeChild child = scene.children().getFirst();
            boolean free = probe(call, "estimatedEnd", component::estimatedEnd)
                    && probe(call, "estimatedLoad", component::estimatedLoad)
                    && probe(call, "storedTasks", component::storedTasks);
            if (free && !pushesMayWait) {
                free = probe(call, "canPull", () -> component.canPull(scene.task(Codelets.EITHER, 0)))
                        && probe(call, "canPush", () -> component.canPush(child))
                        && probe(call, "push", () -> scene.parent().pushDirectly(scene.task(Codelets.EITHER, 0)))
                        && probe(call, "pull", () -> scene.ask(scene.workers.getFirst()));
            }
            // The waiting thread continues when this call returns; no further calls are made.
            busy = !free;
        } catch (RuntimeException thrown) {
            scene.account.offend("the probe within " + call + " ended with " + thrown);
        }
    }

    /** Makes a call on another thread, and then on this one. Returns false if the other thread had to wait. */
    private boolean probe(String within, String name, Callable<?> call) {
        try {
            others.submit(call).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            call.call();
            return true;
        } catch (TimeoutException locked) {
            scene.account.offend(name + " on another thread had to wait while the component was calling " + within
                    + ": hold no lock while you call others");
        } catch (ExecutionException thrown) {
            scene.account.offend(name + " on another thread, while the component was calling " + within + ", threw "
                    + thrown.getCause());
        } catch (Exception thrown) {
            scene.account.offend(name + ", called from within " + within + ", threw " + thrown);
        }
        return false;
    }

    /** Fails if a call had to wait. */
    void check() {
        scene.account.check();
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
