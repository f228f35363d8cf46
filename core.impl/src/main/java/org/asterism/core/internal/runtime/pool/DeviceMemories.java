package org.asterism.core.internal.runtime.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The memories of the devices whose units drivers have opened, one memory node each. A node exists from the first unit
 * that works in it until its driver leaves or the device is lost. Any thread may use it. No lock is held during waits
 * for data.
 */
final class DeviceMemories {
    private static final Logger LOG = System.getLogger(DeviceMemories.class.getName());
    private static final long LOOK_MILLIS = 50;

    /** The memory node of a device, and the driver that brought it. */
    private record Memory(DriverPlugin driver, DeviceMemory device, MemoryNode node) {}

    private final EngineHome home;
    private final EventLoop loop;
    private final Duration closingTimeout;
    private final List<Memory> memories = new ArrayList<>();

    /**
     * Knows of none yet.
     *
     * @param loop null unless time is virtual
     * @param closingTimeout the timeout of waits for data that come home
     */
    DeviceMemories(EngineHome home, EventLoop loop, Duration closingTimeout) {
        this.home = home;
        this.closingTimeout = closingTimeout;
        this.loop = loop;
    }

    /** The node of a memory, made if it has none. */
    synchronized int nodeOf(DriverPlugin driver, Architecture architecture, DeviceMemory device) {
        for (Memory memory : memories) {
            if (memory.device() == device) {
                return memory.node().id();
            }
        }
        MemoryNode node = home.traffic().add(device, architecture);
        memories.add(new Memory(driver, device, node));
        return node.id();
    }

    /** Takes out again those of units that could not be started, if nobody else works there; they have no data yet. */
    void removeUnused(IntPredicate isOfRefused, IntPredicate isUsed) {
        for (Memory memory : take(memory -> isOfRefused.test(memory.node().id())
                && !isUsed.test(memory.node().id()))) {
            home.traffic().remove(memory.node()).thenRun(() -> home.traffic().end(memory.node()));
        }
    }

    /**
     * Copies data from a driver's memories to main memory, and closes these memories. The driver's workers must be
     * gone.
     */
    void close(DriverPlugin driver) {
        close(take(memory -> memory.driver() == driver));
    }

    /** The same for a single one. */
    void close(int node) {
        close(take(memory -> memory.node().id() == node));
    }

    /** The same for all. */
    void closeAll() {
        close(take(memory -> true));
    }

    private void close(List<Memory> leaving) {
        List<MemoryNode> ended = new ArrayList<>();
        List<CompletableFuture<Void>> gone = leaving.stream()
                .map(memory -> home.traffic().remove(memory.node()))
                .toList();
        for (int index = 0; index < gone.size(); index++) {
            MemoryNode node = leaving.get(index).node();
            if (hasGone(node, gone.get(index))) {
                ended.add(node);
            }
        }
        ended.forEach(home.traffic()::end);
    }

    /** Waits until nothing uses a memory any more; false if that takes too long: then copies may still use it. */
    private boolean hasGone(MemoryNode node, CompletableFuture<Void> gone) {
        if (loop != null) {
            LostDevices.await(gone, loop);
            return true;
        }
        TimedWait wait = new TimedWait(node, closingTimeout, home.clock().nanoTime());
        boolean interrupted = false;
        while (!gone.isDone()) {
            try {
                gone.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                long now = home.clock().nanoTime();
                String sentence =
                        "the end of memory " + node.name() + " waits for copies, for at least " + wait.elapsed(now);
                if (wait.isOver(now)) {
                    SafeLog.say(LOG, Level.ERROR, sentence + "; it is not closed, since they may still use it", null);
                    break;
                } else if (wait.isReportDue(now)) {
                    SafeLog.say(LOG, Level.WARNING, sentence + wait.limit(), null);
                }
            } catch (InterruptedException again) {
                interrupted = true;
            } catch (ExecutionException failed) {
                throw new IllegalStateException("data could not leave memory " + node.name(), failed.getCause());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gone.isDone();
    }

    private synchronized List<Memory> take(Predicate<Memory> wanted) {
        List<Memory> leaving = memories.stream().filter(wanted).toList();
        memories.removeAll(leaving);
        return leaving;
    }
}
