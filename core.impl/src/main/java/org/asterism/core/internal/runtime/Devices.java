package org.asterism.core.internal.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.DeviceLostException;

/** The devices of a runtime: those that its drivers have found, those that a rescan finds, and those that are lost. */
final class Devices {
    private final RuntimeCore core;

    Devices(RuntimeCore core) {
        this.core = core;
    }

    /** Returns the reports of the drivers. */
    List<DeviceReport> reports() {
        return core.plugins.drivers().stream()
                .map(this::report)
                .sorted(Comparator.comparing(DeviceReport::driver))
                .toList();
    }

    private DeviceReport report(DriverPlugin plugin) {
        try {
            DeviceReport given = core.pool.report(plugin);
            return new DeviceReport(plugin.name(), given.remark(), given.devices());
        } catch (RuntimeException | Error thrown) {
            return new DeviceReport(plugin.name(), "the driver could not report its devices: " + thrown, List.of());
        }
    }

    /** Makes the drivers search for new devices, and returns their workers. */
    List<Worker> rescan() {
        List<Worker> come = new ArrayList<>();
        core.plugins.drivers().forEach(plugin -> come.addAll(core.pool.rescan(plugin)));
        if (!come.isEmpty()) {
            core.links.load();
            core.predictions.workersChanged();
        }
        come.sort(Comparator.comparingInt(Worker::id));
        return List.copyOf(come);
    }

    /** Is told by a worker that its device is lost. */
    void lost(WorkerEngine worker, DeviceLostException lost) {
        if (worker.memoryNode() == MemoryNode.MAIN) {
            retire(MemoryNode.MAIN, worker, lost);
        } else {
            worker.lose(lost);
            core.traffic.lose(worker.memoryNode(), lost);
        }
    }

    /** Is told that the thread of a worker has ended: that worker is retired, and none that shares its memory. */
    void died(WorkerEngine worker, Throwable thrown) {
        retire(
                MemoryNode.MAIN,
                worker,
                new DeviceLostException(worker.name(), "its worker's thread has ended: " + thrown, thrown));
    }

    /** Is told that nothing of a memory is left. */
    void lost(MemoryNode node, DeviceLostException lost) {
        retire(node.id(), null, lost);
    }

    private void retire(int node, WorkerEngine alone, DeviceLostException lost) {
        core.pool.deviceLost(node, alone, lost, core.predictions::workersChanged);
    }
}
