package org.asterism.shell.gogo.internal.command;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.ListingWithNotes;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Rows;

/**
 * Table of the devices, followed by the drivers' messages: unused devices, drivers without devices, and new devices.
 * For scripts it is a list of the devices.
 */
final class DeviceListing extends AbstractList<DeviceListing.Row> implements Rows {
    /** Row for a device: its memory in bytes, and its workers by name. */
    record Row(
            String driver,
            String name,
            String architecture,
            String model,
            long memory,
            List<String> workers,
            boolean used,
            String remark,
            Map<String, Object> facts) {}

    private static final List<Column<DeviceReport>> DRIVER_COLUMNS = List.of(
            Column.of("driver", DeviceReport::driver),
            Column.of("devices", report -> report.devices().size()),
            Column.of("remark", DeviceReport::remark));

    private final Listing<Row> rows;
    private final List<DeviceReport> reports;
    private final Map<String, List<String>> came;

    /**
     * Creates an answer.
     *
     * @param reports reports of the drivers
     * @param runtimes runtimes with the workers of the devices
     * @param came names of new workers, by runtime; empty if the command did not search for new devices
     */
    DeviceListing(List<DeviceReport> reports, List<NamedRuntime> runtimes, Map<String, List<String>> came) {
        this.reports = List.copyOf(reports);
        this.came = new LinkedHashMap<>(came);
        List<Row> found = new ArrayList<>();
        for (DeviceReport report : reports) {
            for (DeviceDescription device : report.devices()) {
                found.add(new Row(
                        report.driver(),
                        device.name(),
                        device.architecture().name(),
                        device.model(),
                        device.memory(),
                        workersOn(device, runtimes),
                        device.used(),
                        device.remark(),
                        device.facts()));
            }
        }
        rows = new Listing<>(found, columns(), "No driver has found a device.");
    }

    private static List<Column<Row>> columns() {
        return List.of(
                Column.of("driver", Row::driver),
                Column.of("name", Row::name),
                new Column<>("arch", "architecture", Row::architecture),
                Column.of("model", Row::model),
                new Column<>("memory", "", row -> Bytes.text(row.memory())),
                new Column<>("", "memory", Row::memory),
                new Column<>("workers", "", row -> Ranges.of(row.workers())),
                new Column<>("", "workers", Row::workers),
                new Column<>("used", "", row -> row.used() || !row.workers().isEmpty() ? "yes" : "no"),
                new Column<>("", "used", Row::used),
                new Column<>("", "remark", Row::remark),
                new Column<>("", "facts", Row::facts));
    }

    private static List<String> workersOn(DeviceDescription device, List<NamedRuntime> runtimes) {
        List<String> names = new ArrayList<>();
        for (NamedRuntime runtime : runtimes) {
            for (Worker worker : runtime.runtime().workers()) {
                if (Device.has(worker, device)) {
                    names.add(runtimes.size() > 1 ? runtime.name() + "/" + worker.name() : worker.name());
                }
            }
        }
        return names;
    }

    @Override
    public Row get(int index) {
        return rows.get(index);
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public String text(int width) {
        List<String> notes = new ArrayList<>();
        for (Row row : rows) {
            if (!row.remark().isEmpty()) {
                notes.add("device " + row.name() + ": " + row.remark());
            }
        }
        for (DeviceReport report : reports) {
            if (!report.remark().isEmpty()) {
                notes.add("driver " + report.driver() + ": " + report.remark());
            }
        }
        came.forEach((runtime, workers) -> notes.add((came.size() > 1 ? "runtime " + runtime + ": " : "")
                + (workers.isEmpty() ? "no workers have come" : Ranges.workers(workers) + " came")));
        return new ListingWithNotes<>(rows, notes).text(width);
    }

    @Override
    public List<Map<String, Object>> records() {
        return rows.records();
    }

    @Override
    public Object json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("devices", rows.json());
        fields.put("drivers", new Listing<>(reports, DRIVER_COLUMNS, "").json());
        if (!came.isEmpty()) {
            fields.put("came", came);
        }
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
