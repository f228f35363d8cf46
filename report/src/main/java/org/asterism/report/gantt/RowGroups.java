package org.asterism.report.gantt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.report.schedule.Schedule;

/** Groups of rows of a schedule: the workers of each architecture, and the links that copied data. */
final class RowGroups {
    private static final int MOST_LINKS = 60;

    private RowGroups() {}

    static List<Rows.Group> workers(Schedule schedule) {
        Map<String, List<Schedule.WorkerLoad>> byArchitecture = schedule.workers().stream()
                .collect(Collectors.groupingBy(
                        Schedule.WorkerLoad::architecture, LinkedHashMap::new, Collectors.toList()));
        List<Rows.Group> groups = new ArrayList<>();
        byArchitecture.forEach((architecture, members) -> {
            double busy = members.stream().mapToLong(Schedule.WorkerLoad::busy).sum() / (double) members.size();
            groups.add(new Rows.Group(
                    architecture + ": " + Amounts.counted(members.size(), "worker") + ", "
                            + Amounts.percent(busy, schedule.makespan()) + " busy",
                    members.stream()
                            .map(worker -> new Rows.Member(
                                    worker.id(), worker.name(), Amounts.percent(worker.busy(), schedule.makespan())))
                            .toList()));
        });
        return groups;
    }

    static List<Rows.Group> links(Schedule schedule) {
        if (schedule.links().isEmpty()) {
            return List.of();
        }
        List<Schedule.LinkLoad> busiest = schedule.links().stream()
                .sorted(Comparator.comparingLong(Schedule.LinkLoad::bytes).reversed())
                .limit(MOST_LINKS)
                .toList();
        List<Rows.Member> members = schedule.links().stream()
                .filter(busiest::contains)
                .map(link -> new Rows.Member(
                        link.number(), link.from() + " \u2192 " + link.to(), Amounts.bytes(link.bytes())))
                .toList();
        long all = schedule.links().stream().mapToLong(Schedule.LinkLoad::bytes).sum();
        String shown = members.size() == schedule.links().size()
                ? Amounts.counted(members.size(), "link")
                : "the busiest " + members.size() + " of " + schedule.links().size() + " links";
        return List.of(new Rows.Group("copies: " + Amounts.bytes(all) + ", " + shown, members));
    }
}
