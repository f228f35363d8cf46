package org.asterism.shell.gogo.internal.context;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.SchedulingContext;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Trees;

/** Implementation of {@code asterism:context create}. */
record ContextCreation(Runtimes runtimes, Trees trees) {
    Said create(Path folder, ContextOptions options, String typed) {
        NamedRuntime runtime = runtimeOf(typed);
        String name = typed.substring(typed.indexOf('/') + 1);
        SchedulingContext made = options.create(name, runtime.runtime(), trees, folder);
        List<String> workers = ContextFields.names(made.workers());
        String sentence =
                "context '" + typed + "' made: " + made.policy().orElse("parked") + ", " + Ranges.workers(workers);
        if (workers.isEmpty()) {
            sentence += "; its tasks wait until it has some: asterism:context add "
                    + (typed.contains(" ") ? "'" + typed + "'" : typed) + " WORKERS";
        }
        Optional<String> fallback = made.fallbackPolicy()
                .filter(policy -> runtime.runtime().policies().stream()
                        .noneMatch(there -> there.name().equals(policy)));
        if (fallback.isPresent()) {
            sentence += "; its fall-back policy '" + fallback.get()
                    + "' is not there: if it does not come, the context is parked instead";
        }
        Map<String, Object> fields = ContextFields.fields(runtime, made);
        fields.put("policy", made.policy().orElse(null));
        fields.put("workers", workers);
        return new Said(sentence, fields);
    }

    private NamedRuntime runtimeOf(String typed) {
        int slash = typed.indexOf('/');
        return slash < 0 ? runtimes.all().getFirst() : runtimes.named(typed.substring(0, slash));
    }
}
