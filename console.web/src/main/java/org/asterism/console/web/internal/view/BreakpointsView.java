package org.asterism.console.web.internal.view;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Worker;
import org.asterism.console.web.internal.http.RequestFailure;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Stop;

/** {@code /api/breakpoints}, {@code /api/breakpoints/continue} and {@code /api/breakpoints/step}. */
final class BreakpointsView {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    private BreakpointsView() {}

    static JsonObject of(Optional<Breakpoints> breakpoints) {
        return new JsonObject()
                .with(
                        "breakpoints",
                        breakpoints.stream()
                                .flatMap(each -> each.all().stream())
                                .map(BreakpointsView::breakpoint)
                                .toList())
                .with(
                        "stops",
                        breakpoints.stream()
                                .flatMap(each -> each.stops().stream())
                                .map(BreakpointsView::stop)
                                .toList());
    }

    private static JsonObject breakpoint(Breakpoint breakpoint) {
        return new JsonObject()
                .with("number", breakpoint.number())
                .with("text", breakpoint.toString())
                .with("hits", breakpoint.hits());
    }

    private static JsonObject stop(Stop stop) {
        return new JsonObject()
                .with("number", stop.number())
                .with("runtime", stop.runtimeName())
                .with("task", stop.occasion().task().toString())
                .with("point", stop.occasion().point().word())
                .with("worker", stop.occasion().worker().map(Worker::name).orElse(null))
                .with("text", stop.toString());
    }

    /** Lets one stopped task go on, or all of them. */
    static JsonObject resume(Optional<Breakpoints> breakpoints, Map<String, Object> body, boolean step) {
        List<Stop> stops = breakpoints.map(Breakpoints::stops).orElse(List.of());
        Object wanted = body.get("stop");
        if (wanted != null && !(wanted instanceof Integer)) {
            throw new RequestFailure(
                    BAD_REQUEST, "'stop' is '" + wanted + "': give the number of a stop, or leave it out for all");
        }
        List<Integer> numbers = stops.stream()
                .map(Stop::number)
                .filter(number -> wanted == null || wanted.equals(number))
                .toList();
        if (wanted != null && numbers.isEmpty()) {
            throw new RequestFailure(
                    NOT_FOUND,
                    "stop " + wanted + " is not there, or goes on already; /api/breakpoints lists the stops");
        }
        List<Integer> done = numbers.stream()
                .filter(number -> breakpoints
                        .filter(each -> step ? each.step(number) : each.resume(number))
                        .isPresent())
                .toList();
        return new JsonObject().with("continued", done);
    }
}
