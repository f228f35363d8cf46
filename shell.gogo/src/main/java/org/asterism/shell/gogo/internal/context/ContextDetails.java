package org.asterism.shell.gogo.internal.context;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.api.ContextDescription;
import org.asterism.api.SchedulingContext;
import org.asterism.report.text.Fields;
import org.asterism.shell.gogo.internal.command.Runtimes;

/** Details of a context, for {@code asterism:context show}. */
final class ContextDetails {
    private ContextDetails() {}

    static Fields show(Runtimes.Located located) {
        SchedulingContext context = located.context();
        ContextDescription description = context.description();
        ContextRow row = ContextRow.of(located, new Looks());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", row.runtime());
        fields.put("context", row.name());
        fields.put("state", row.state());
        fields.put("policy", row.policy());
        fields.put("wanted_policy", row.wantedPolicy());
        fields.put("policy_properties", context.wantedPolicyProperties());
        fields.put("fallback_policy", row.fallbackPolicy());
        fields.put("policy_changes", row.policyChanges());
        fields.put("workers", row.workers());
        fields.put("asked_for_workers", description.workers().toString());
        fields.put("shares_workers", row.sharesWorkers());
        fields.put("parent", row.parent());
        fields.put("heir", row.heir());
        fields.put("rank", row.rank());
        fields.put("priorities", description.priorities().toString());
        fields.put("go_on_submitting", description.goOnSubmitting());
        fields.put(
                "most_submitted", description.mostSubmitted() == Long.MAX_VALUE ? null : description.mostSubmitted());
        fields.put("submitted", row.load().submitted());
        fields.put("ready", row.load().ready());
        fields.put("running", row.load().running());
        fields.put("done", row.load().done());
        fields.put("failed", row.load().failed());
        fields.put("cancelled", row.load().cancelled());
        fields.put("tasks_per_second", row.throughput().tasksPerSecond());
        fields.put("seconds", row.throughput().seconds());
        fields.put("trouble", row.trouble());
        return new Fields(fields);
    }
}
