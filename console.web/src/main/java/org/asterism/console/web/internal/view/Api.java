package org.asterism.console.web.internal.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.asterism.api.PolicyDescription;
import org.asterism.api.TaskRuntime;
import org.asterism.console.web.internal.http.Request;
import org.asterism.console.web.internal.http.RequestFailure;
import org.asterism.console.web.internal.live.RuntimeWatch;
import org.asterism.console.web.internal.live.RuntimeWatches;
import org.asterism.debug.Breakpoints;

/**
 * What the addresses answer. Nothing of a runtime that no program has used yet is asked, because that would start it.
 *
 * @param runtimes the runtimes
 * @param breakpoints the service that stops tasks, if there is one
 */
public record Api(RuntimeWatches runtimes, Supplier<Optional<Breakpoints>> breakpoints) implements Request.Handler {
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int BAD_REQUEST = 400;
    private static final String ADDRESSES =
            "runtimes, snapshot, workers, contexts, lanes, throughput, standstill, transfers, memory, "
                    + "idle, models, models/SYMBOL, policies, explanation, breakpoints; by POST contexts/NAME/policy, "
                    + "breakpoints/continue, breakpoints/step";

    @Override
    public Object answer(Request request) {
        boolean post = request.method().equals("POST");
        if (!post && !request.method().equals("GET")) {
            throw new RequestFailure(WRONG_METHOD, "method " + request.method() + " is not supported: use GET or POST");
        }
        String address = request.path().size() == 3 && request.path().getFirst().equals("contexts")
                ? "contexts/NAME/" + request.path().getLast()
                : request.path().size() == 2 && request.path().getFirst().equals("models")
                        ? "models/SYMBOL"
                        : String.join("/", request.path());
        boolean changes = address.startsWith("contexts/") || address.startsWith("breakpoints/");
        if (changes != post) {
            throw new RequestFailure(
                    WRONG_METHOD,
                    "/api/" + address + " needs " + (changes ? "POST" : "GET") + ", not " + request.method());
        }
        return switch (address) {
            case "runtimes" -> list();
            case "breakpoints" -> BreakpointsView.of(breakpoints.get());
            case "breakpoints/continue" -> BreakpointsView.resume(breakpoints.get(), request.body(), false);
            case "breakpoints/step" -> BreakpointsView.resume(breakpoints.get(), request.body(), true);
            default -> ofRuntime(address, request);
        };
    }

    private List<JsonObject> list() {
        return runtimes.all().entrySet().stream()
                .map(each -> new JsonObject()
                        .with("name", each.getKey())
                        .with("begun", each.getValue().hasBegun())
                        .with(
                                "paused",
                                each.getValue().hasBegun() && each.getValue().isPaused())
                        .with("simulated", each.getValue().simulation().isPresent()))
                .toList();
    }

    private Object ofRuntime(String address, Request request) {
        TaskRuntime runtime = runtime(request.query().get("runtime"));
        return switch (address) {
            case "snapshot" -> snapshot(runtime, request);
            case "policies" -> policies(runtime);
            case "lanes" -> LiveView.lanes(watch(runtime), number(request, "after"));
            case "throughput" ->
                runtime.hasBegun() ? LiveView.throughput(watch(runtime), number(request, "after")) : List.of();
            case "standstill" -> LiveView.standstill(watch(runtime));
            case "transfers" -> MachineView.transfers(watch(runtime));
            case "workers" -> begun(runtime, WorkersView::of);
            case "contexts" -> begun(runtime, ContextsView::of);
            case "contexts/NAME/policy" ->
                PolicyChoice.change(runtime, request.path().get(1), request.body());
            case "memory" -> begun(runtime, MachineView::memory);
            case "idle" -> IdleView.of(watch(runtime).profile());
            case "models" -> begun(runtime, ModelsView::symbols);
            case "models/SYMBOL" -> ModelsView.model(runtime, request.path().get(1));
            case "explanation" -> ExplanationView.of(runtime, number(request, "worker"));
            default ->
                throw new RequestFailure(
                        NOT_FOUND,
                        "there is no /api/" + String.join("/", request.path()) + "; there are: " + ADDRESSES);
        };
    }

    /** Everything that a page shows all the time, in one answer. */
    private JsonObject snapshot(TaskRuntime runtime, Request request) {
        JsonObject all = new JsonObject()
                .with("runtimes", list())
                .with("begun", runtime.hasBegun())
                .with("breakpoints", BreakpointsView.of(breakpoints.get()));
        if (!runtime.hasBegun()) {
            return all;
        }
        RuntimeWatch watch = watch(runtime);
        return all.with("workers", WorkersView.of(runtime))
                .with("contexts", ContextsView.of(runtime))
                .with("memory", MachineView.memory(runtime))
                .with("transfers", MachineView.transfers(watch))
                .with("throughput", LiveView.throughput(watch, number(request, "sample")))
                .with("standstill", LiveView.standstill(watch))
                .with("lanes", LiveView.lanes(watch, number(request, "after")));
    }

    private static List<?> begun(TaskRuntime runtime, java.util.function.Function<TaskRuntime, List<?>> view) {
        return runtime.hasBegun() ? view.apply(runtime) : List.of();
    }

    private static List<JsonObject> policies(TaskRuntime runtime) {
        return runtime.policies().stream().map(Api::policy).toList();
    }

    private static JsonObject policy(PolicyDescription policy) {
        return new JsonObject().with("name", policy.name()).with("description", policy.description());
    }

    private RuntimeWatch watch(TaskRuntime runtime) {
        return runtimes.watch(runtime)
                .orElseThrow(
                        () -> new RequestFailure(NOT_FOUND, "the runtime was closed; /api/runtimes lists the others"));
    }

    /** The named runtime; without a name, the newest that a program has used. */
    private TaskRuntime runtime(String name) {
        Map<String, TaskRuntime> all = new LinkedHashMap<>(runtimes.all());
        if (name != null && !all.containsKey(name)) {
            throw new RequestFailure(NOT_FOUND, "there is no runtime '" + name + "'; there are: " + all.keySet());
        }
        if (name != null) {
            return all.get(name);
        }
        return all.values().stream()
                .filter(TaskRuntime::hasBegun)
                .reduce((older, newer) -> newer)
                .or(() -> all.values().stream().findFirst())
                .orElseThrow(
                        () -> new RequestFailure(NOT_FOUND, "there is no runtime; is the bundle core.impl active?"));
    }

    private static long number(Request request, String name) {
        String text = request.query().getOrDefault(name, "0");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new RequestFailure(BAD_REQUEST, "'" + name + "' is '" + text + "': give a whole number");
        }
    }
}
