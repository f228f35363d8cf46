package org.asterism.shell.gogo.internal.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.asterism.api.SchedulingContext;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;

/** Implementation of {@code asterism:context close}. */
final class ContextClosure {
    private ContextClosure() {}

    static Said close(Runtimes.Located located) {
        SchedulingContext context = located.context();
        if (context.name().equals(SchedulingContext.DEFAULT)) {
            throw new UsageException("the default context cannot be closed: it ends with its runtime");
        }
        String parent = context.parent().map(SchedulingContext::name).orElse(SchedulingContext.DEFAULT);
        String heir = context.description().heir().orElse(null);
        List<String> workers = ContextFields.names(context.workers());
        long left = heir == null ? 0 : context.load().left();
        List<String> nested = nestedIn(located);
        Closing.of(context).await();
        String where = heir == null ? "back to '" + parent + "'" : "to '" + heir + "'";
        String sentence = "context '" + located.label() + "' closed"
                + (nested.isEmpty() ? "" : ", and with it what is nested in it: " + String.join(", ", nested)) + "; "
                + (workers.isEmpty() ? "it had no workers" : Ranges.workers(workers) + " went " + where)
                + (left == 0 ? "" : ", with " + left + " unfinished task" + (left == 1 ? "" : "s"));
        Map<String, Object> fields = ContextFields.fields(located.runtime(), context);
        fields.put("workers", workers);
        fields.put("heir", heir);
        fields.put("unfinished_tasks", left);
        fields.put("nested", nested);
        return new Said(sentence, fields);
    }

    /** Returns the contexts that end together with another one, in the order of their creation. */
    private static List<String> nestedIn(Runtimes.Located outer) {
        return outer.runtime().runtime().contexts().stream()
                .filter(each -> Stream.iterate(
                                each.parent(),
                                Optional::isPresent,
                                parent -> parent.get().parent())
                        .anyMatch(parent -> parent.get() == outer.context()))
                .map(SchedulingContext::name)
                .toList();
    }
}
