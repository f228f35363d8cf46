package org.asterism.core.internal.runtime.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.stepping.BackgroundRunner;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.DeviceLostException;

/**
 * Retires the workers of lost devices, once for each device.
 *
 * <p>The workers take no further task from the moment at which the loss is noticed, and a {@link BackgroundRunner}
 * removes them. The thread that notices a loss must not wait, least of all for itself.
 *
 * <p>Any thread may use it.
 */
final class LostDevices {
    private static final Logger LOG = System.getLogger(LostDevices.class.getName());

    /**
     * The extent of a loss.
     *
     * @param node the device's memory
     * @param alone the only worker concerned, if the node is main memory; else null
     * @param said the driver's message
     */
    record Loss(int node, WorkerEngine alone, DeviceLostException said) {
        /**
         * Whether it concerns a worker: all that share a device's memory, or one that works in main memory by itself.
         */
        boolean concerns(WorkerEngine worker) {
            return node == MemoryNode.MAIN ? worker == alone : worker.memoryNode() == node;
        }

        private boolean isThatOf(Loss other) {
            return node == other.node && alone == other.alone;
        }
    }

    private record Departure(Loss loss, CompletableFuture<Void> done) {}

    private final Supplier<List<WorkerEngine>> workers;
    private final EngineHome home;
    private final EventLoop loop;
    private final BackgroundRunner background;

    /** All losses so far; guarded by itself, as are the departures. */
    private final List<Loss> losses = new ArrayList<>();

    private final List<Departure> underWay = new ArrayList<>();

    /**
     * Makes it.
     *
     * @param workers the current workers
     * @param loop null unless time is virtual
     */
    LostDevices(Supplier<List<WorkerEngine>> workers, EngineHome home, EventLoop loop, BackgroundRunner background) {
        this.workers = workers;
        this.home = home;
        this.loop = loop;
        this.background = background;
    }

    /**
     * Is told of a loss; does nothing if that was known.
     *
     * @param removal takes the workers out, which may take time, and says which as soon as they take no tasks any more
     */
    void lose(Loss loss, BiConsumer<Loss, Consumer<List<WorkerEngine>>> removal) {
        Departure departure = new Departure(loss, new CompletableFuture<>());
        synchronized (losses) {
            if (losses.stream().anyMatch(loss::isThatOf)) {
                return;
            }
            losses.add(loss);
            underWay.add(departure);
        }
        int[] tasks = {0};
        for (WorkerEngine worker : workers.get()) {
            if (loss.concerns(worker)) {
                worker.forEachUnderWay(job -> tasks[0]++);
                worker.lose(loss.said());
                home.observers().lost(worker, loss.said());
            }
        }
        background.run("asterism-lost-device", () -> seeOut(departure, tasks[0], removal));
    }

    private void seeOut(Departure departure, int tasks, BiConsumer<Loss, Consumer<List<WorkerEngine>>> removal) {
        Loss loss = departure.loss();
        try {
            removal.accept(loss, leaving -> {
                leaving.forEach(worker -> worker.lose(loss.said())); // also those that came just now
                report(loss, leaving, tasks);
            });
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "the workers of a lost device could not be retired: " + thrown, thrown);
        } finally {
            synchronized (losses) {
                underWay.remove(departure);
            }
            departure.done().complete(null);
        }
    }

    private static void report(Loss loss, List<WorkerEngine> leaving, int tasks) {
        LOG.log(
                Level.ERROR,
                "{0}. Its workers {1}. Tasks that were under way there: {2}; other workers run each of them if one can"
                        + " execute it and its data can be had, else it fails. Tasks that wait stay with their "
                        + "contexts",
                loss.said().getMessage(),
                leaving.isEmpty() ? "have left already" : leaving + " are retired",
                tasks);
    }

    /** Waits until the workers of lost devices have gone that were on their way; not on one of them. */
    void awaitAll() {
        List<Departure> awaited;
        synchronized (losses) {
            awaited = List.copyOf(underWay);
        }
        WorkerEngine self = home.currentWorker();
        for (Departure departure : awaited) {
            if (self == null || !departure.loss().concerns(self)) {
                await(departure.done(), loop);
            }
        }
    }

    /** Waits for something, in virtual time by running the loop. */
    static void await(CompletableFuture<Void> done, EventLoop loop) {
        if (loop != null) {
            loop.runUntil(done::isDone);
        } else {
            done.join();
        }
    }
}
