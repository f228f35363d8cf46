package org.asterism.shell.gogo.internal.debug;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Stop;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.View;

/**
 * The breakpoints and the stopped tasks: for people two tables, for machines an object with two lists.
 *
 * @param breakpoints by number
 * @param stops by number
 */
record BreakListing(List<Breakpoint> breakpoints, List<Stop> stops) implements View {
    private static final List<Column<Breakpoint>> OF_BREAKPOINT = List.of(
            new Column<>("break", "number", Breakpoint::number),
            Column.of("point", each -> each.point().word()),
            Column.of("tasks", each -> each.target().toString()),
            Column.of("condition", each -> each.condition().toString()),
            new Column<>("all", "whole_runtime", Breakpoint::wholeRuntime),
            Column.of("hits", Breakpoint::hits));

    private static final List<Column<Stop>> OF_STOP = List.of(
            new Column<>("stop", "number", Stop::number),
            Column.of("task", stop -> stop.runtimeName() + "/" + stop.occasion().task()),
            Column.of("point", stop -> stop.occasion().point().word()),
            Column.of(
                    "worker", stop -> stop.occasion().worker().map(Worker::name).orElse(null)),
            Column.of("context", stop -> stop.occasion().task().context().name()),
            Column.of("priority", stop -> stop.occasion().task().priority()),
            Column.of("data", stop -> data(stop.occasion().task())),
            Column.of(
                    "decision",
                    stop -> stop.occasion().decision().map(Object::toString).orElse(null)),
            new Column<>(
                    "break",
                    "breakpoint",
                    stop -> stop.breakpoint().isPresent() ? stop.breakpoint().getAsInt() : null),
            Column.of("paused", Stop::wholeRuntime),
            Column.of("thread", stop -> stop.thread().getName()));

    private static List<String> data(Task task) {
        return IntStream.range(0, task.dataCount())
                .mapToObj(task::handle)
                .filter(Objects::nonNull)
                .map(handle -> handle.name())
                .toList();
    }

    private Listing<Breakpoint> breakpointTable() {
        return new Listing<>(
                breakpoints, OF_BREAKPOINT, "there are no breakpoints: asterism:break POINT TASKS sets one");
    }

    private Listing<Stop> stopTable() {
        return new Listing<>(stops, OF_STOP, "no task is stopped");
    }

    @Override
    public String text(int width) {
        return breakpointTable().text(width) + "\n\n" + stopTable().text(width);
    }

    @Override
    public Object json() {
        Map<String, Object> lists = new LinkedHashMap<>();
        lists.put("breakpoints", breakpointTable().records());
        lists.put("stops", stopTable().records());
        return lists;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
