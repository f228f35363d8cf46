package org.asterism.shell.gogo.internal.debug;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Stop;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;

/**
 * The stopped tasks that a command is about.
 *
 * @param stops at least one
 */
record ChosenStops(List<Stop> stops) {
    /** Finds those that the numbers mean; all if there are no numbers. */
    static ChosenStops of(Breakpoints breakpoints, String[] typed) {
        List<Stop> all = breakpoints.stops();
        if (all.isEmpty()) {
            throw new UsageException("no task is stopped; asterism:breaks lists the breakpoints");
        }
        List<Integer> present = all.stream().map(Stop::number).toList();
        List<Integer> wanted = Arrays.stream(typed)
                .map(word -> Numbers.of(word, "stop", present))
                .toList();
        return new ChosenStops(all.stream()
                .filter(stop -> wanted.isEmpty() || wanted.contains(stop.number()))
                .toList());
    }

    static List<Suggestion> suggestions(Breakpoints breakpoints) {
        return breakpoints.stops().stream()
                .map(stop -> new Suggestion(Integer.toString(stop.number()), stop.toString()))
                .toList();
    }

    /** Lets them go; one that has gone meanwhile is left out. */
    Said release(IntPredicate release, String past) {
        List<Stop> released =
                stops.stream().filter(stop -> release.test(stop.number())).toList();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("stops", released.stream().map(Stop::number).toList());
        return new Said(
                released.isEmpty()
                        ? "the tasks went on meanwhile"
                        : past + " "
                                + released.stream()
                                        .map(stop -> stop.runtimeName() + "/"
                                                + stop.occasion().task())
                                        .collect(Collectors.joining(", ")),
                fields);
    }
}
