package org.asterism.core.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The memories that drivers have brought with their units, a node each: from the first unit that works in one until its driver goes, or the device is
 * lost. Any thread; data are waited for without a lock.
 */
final class DeviceMemories {
    /** The memory node of a device, and who brought it. */
    private record Memory(DriverPlugin driver, DeviceMemory device, MemoryNode node) {}

    private final EngineHome home;
    private final EventLoop loop;
    private final List<Memory> memories = new ArrayList<>();

    /**
     * Knows of none yet.
     *
     * @param loop null unless time is virtual
     */
    DeviceMemories(EngineHome home, EventLoop loop) {
        this.home = home;
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

    /** Has data come home from a driver's memories, and ends these; when its workers have gone. */
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
        List<CompletableFuture<Void>> gone = leaving.stream()
                .map(memory -> home.traffic().remove(memory.node()))
                .toList();
        gone.forEach(one -> LostDevices.await(one, loop));
        leaving.forEach(memory -> home.traffic().end(memory.node()));
    }

    private synchronized List<Memory> take(Predicate<Memory> wanted) {
        List<Memory> leaving = memories.stream().filter(wanted).toList();
        memories.removeAll(leaving);
        return leaving;
    }
}
