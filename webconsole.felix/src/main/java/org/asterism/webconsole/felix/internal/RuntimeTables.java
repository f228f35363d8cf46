package org.asterism.webconsole.felix.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.api.ContextLoad;
import org.asterism.api.FormerWorker;
import org.asterism.api.PolicyDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;

/**
 * The tables of one runtime: its contexts and its workers.
 *
 * @param name of the runtime
 * @param token what forms send back; see {@link RuntimesPage}
 */
record RuntimeTables(String name, TaskRuntime runtime, String token) {
    private static final List<String> CONTEXT_COLUMNS =
            List.of("Context", "State", "Policy", "Workers", "Ready", "Running", "Done", "Failed", "Cancelled");
    private static final List<String> WORKER_COLUMNS =
            List.of("Id", "Worker", "Architecture", "Memory node", "State", "Contexts", "Tasks");

    void write(Html html) {
        html.begin("div", "class", "ui-widget-header ui-corner-top buttonGroup", "style", "text-align: left");
        html.element("span", "Runtime " + name).end("div");
        if (!runtime.hasBegun()) {
            html.element("p", "No program has used it yet. Its policies: " + policyNames());
            return;
        }
        html.table(CONTEXT_COLUMNS);
        runtime.contexts().forEach(context -> write(html, context));
        html.endTable().begin("br").table(WORKER_COLUMNS);
        Map<Integer, String> contexts = contextsByWorker();
        runtime.workers()
                .forEach(worker -> html.row(
                        worker.id(),
                        worker.name(),
                        worker.architecture().name(),
                        worker.memoryNode(),
                        lowerCase(worker.state()),
                        contexts.getOrDefault(worker.id(), ""),
                        worker.executedTasks()));
        runtime.formerWorkers().forEach(worker -> write(html, worker));
        html.endTable().begin("br");
    }

    private void write(Html html, SchedulingContext context) {
        ContextLoad load = context.load();
        html.begin("tr").element("td", context.name());
        html.element(
                "td",
                lowerCase(context.state())
                        + context.trouble().map(each -> ": " + each).orElse(""));
        html.begin("td");
        writePolicies(html, context);
        html.end("td");
        html.element("td", workerNames(context));
        for (long count : new long[] {load.ready(), load.running(), load.done(), load.failed(), load.cancelled()}) {
            html.element("td", count);
        }
        html.end("tr");
    }

    /** The policy in charge, as a choice among all. */
    private void writePolicies(Html html, SchedulingContext context) {
        String wanted = context.wantedPolicy();
        String current = context.policy().orElse("none");
        html.begin("form", "method", "post");
        writeHidden(html, RuntimesPage.TOKEN, token);
        writeHidden(html, RuntimesPage.RUNTIME, RuntimesPage.id(runtime));
        writeHidden(html, RuntimesPage.CONTEXT, context.name());
        if (!current.equals(wanted)) {
            html.text(current + ", wanted: ");
        }
        html.begin("select", "name", RuntimesPage.POLICY);
        for (PolicyDescription policy : runtime.policies()) {
            String[] marked = {"title", policy.description(), "selected", "selected"};
            html.begin("option", policy.name().equals(wanted) ? marked : new String[] {"title", policy.description()});
            html.text(policy.name()).end("option");
        }
        if (runtime.policies().stream().noneMatch(policy -> policy.name().equals(wanted))) {
            html.begin("option", "selected", "selected").text(wanted).end("option");
        }
        html.end("select").begin("button", "type", "submit").text("Use").end("button");
        html.end("form");
    }

    private static String workerNames(SchedulingContext context) {
        List<Worker> workers = context.workers();
        return workers.isEmpty() ? "none" : workers.stream().map(Worker::name).collect(Collectors.joining(", "));
    }

    private static void writeHidden(Html html, String field, String value) {
        html.begin("input", "type", "hidden", "name", field, "value", value);
    }

    private static void write(Html html, FormerWorker worker) {
        html.row(
                worker.id(),
                worker.name(),
                worker.architecture().name(),
                "",
                worker.loss().map(why -> "lost: " + why).orElse("left"),
                "",
                worker.executedTasks());
    }

    private String policyNames() {
        return runtime.policies().stream().map(PolicyDescription::name).collect(Collectors.joining(", "));
    }

    private Map<Integer, String> contextsByWorker() {
        Map<Integer, String> contexts = new HashMap<>();
        for (SchedulingContext context : runtime.contexts()) {
            for (Worker worker : context.workers()) {
                contexts.merge(worker.id(), context.name(), (before, more) -> before + ", " + more);
            }
        }
        return contexts;
    }

    private static String lowerCase(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
