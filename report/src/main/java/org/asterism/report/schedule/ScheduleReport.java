package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Section;

/** Report of a schedule; the names of its values contain the units. */
public final class ScheduleReport {
    /** Maximum number of workers that the text lists one by one. */
    private static final int MOST_SHOWN = 40;

    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final double PER_CENT = 100;

    /** Total load of the workers of one architecture. */
    private record ArchitectureLoad(String name, long workers, long tasks, double busy, double idle) {}

    private final Schedule schedule;

    /**
     * Creates a report.
     *
     * @param schedule the schedule
     */
    public ScheduleReport(Schedule schedule) {
        this.schedule = schedule;
    }

    /**
     * Returns the values of the whole schedule.
     *
     * @return names and values, without unknown ones
     */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("makespan_ms", schedule.makespan() / NANOS_PER_MILLISECOND);
        if (schedule.flops() > 0 && schedule.makespan() > 0) {
            fields.put("gflops", schedule.flops() / schedule.makespan());
        }
        schedule.joules().ifPresent(joules -> fields.put("energy_joules", joules));
        schedule.area().ifPresent(area -> fields.put("area_bound_ms", area / NANOS_PER_MILLISECOND));
        schedule.path().ifPresent(path -> fields.put("critical_path_ms", path / NANOS_PER_MILLISECOND));
        schedule.bound().ifPresent(bound -> fields.put("lower_bound_ms", bound / NANOS_PER_MILLISECOND));
        schedule.efficiency().ifPresent(share -> fields.put("efficiency", share));
        fields.put("executed_tasks", schedule.tasks());
        fields.put(
                "moved_bytes",
                schedule.links().stream().mapToLong(Schedule.LinkLoad::bytes).sum());
        return fields;
    }

    /**
     * Returns the values of the parts.
     *
     * @return tables of architectures, workers and links
     */
    public List<Section> sections() {
        return List.of(
                new Section("architectures", architectures(), true),
                new Section("workers", workers(), schedule.workers().size() <= MOST_SHOWN),
                new Section("links", links(), !schedule.links().isEmpty()));
    }

    private Listing<ArchitectureLoad> architectures() {
        Map<String, List<Schedule.WorkerLoad>> groups = new LinkedHashMap<>();
        for (Schedule.WorkerLoad worker : schedule.workers()) {
            groups.computeIfAbsent(worker.architecture(), name -> new ArrayList<>())
                    .add(worker);
        }
        List<ArchitectureLoad> rows = new ArrayList<>();
        groups.forEach((name, members) -> rows.add(new ArchitectureLoad(
                name,
                members.size(),
                members.stream().mapToLong(Schedule.WorkerLoad::tasks).sum(),
                members.stream().mapToDouble(Schedule.WorkerLoad::busy).sum(),
                members.stream().mapToDouble(this::idle).sum())));
        return new Listing<>(
                rows,
                List.of(
                        Column.of("architecture", ArchitectureLoad::name),
                        Column.of("workers", ArchitectureLoad::workers),
                        Column.of("tasks", ArchitectureLoad::tasks),
                        Column.of("busy_ms", row -> row.busy() / NANOS_PER_MILLISECOND),
                        Column.of("idle_ms", row -> row.idle() / NANOS_PER_MILLISECOND),
                        Column.of("busy_percent", row -> percent(row.busy(), row.busy() + row.idle()))),
                "no worker");
    }

    private Listing<Schedule.WorkerLoad> workers() {
        return new Listing<>(
                schedule.workers(),
                List.of(
                        Column.of("worker", Schedule.WorkerLoad::name),
                        Column.of("architecture", Schedule.WorkerLoad::architecture),
                        Column.of("tasks", Schedule.WorkerLoad::tasks),
                        Column.of("busy_ms", worker -> worker.busy() / NANOS_PER_MILLISECOND),
                        Column.of("idle_ms", worker -> idle(worker) / NANOS_PER_MILLISECOND),
                        Column.of("busy_percent", worker -> percent(worker.busy(), schedule.makespan()))),
                "no worker");
    }

    private Listing<Schedule.LinkLoad> links() {
        return new Listing<>(
                schedule.links(),
                List.of(
                        Column.of("from", Schedule.LinkLoad::from),
                        Column.of("to", Schedule.LinkLoad::to),
                        Column.of("bytes", Schedule.LinkLoad::bytes),
                        Column.of("copies", Schedule.LinkLoad::copies)),
                "nothing was copied");
    }

    private double idle(Schedule.WorkerLoad worker) {
        return Math.max(0, schedule.makespan() - worker.busy());
    }

    private static double percent(double part, double whole) {
        return whole > 0 ? PER_CENT * part / whole : 0;
    }
}
