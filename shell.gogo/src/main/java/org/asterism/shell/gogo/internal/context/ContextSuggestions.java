package org.asterism.shell.gogo.internal.context;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.shell.gogo.internal.command.Option;
import org.asterism.shell.gogo.internal.command.PropertySuggestions;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;

/** Suggestions for words after {@code asterism:context}. */
final class ContextSuggestions {
    /** Verbs of the command, with the words that follow each. */
    static final Map<String, String> VERBS;

    static {
        Map<String, String> verbs = new LinkedHashMap<>();
        verbs.put("create", "NAME [options]");
        verbs.put("show", "CONTEXT");
        verbs.put("add", "CONTEXT WORKERS");
        verbs.put("remove", "CONTEXT WORKERS");
        verbs.put("close", "CONTEXT");
        VERBS = Collections.unmodifiableMap(verbs);
    }

    private final Runtimes runtimes;

    ContextSuggestions(Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    List<Suggestion> after(List<String> before, String begun, List<Option> options) {
        String last = before.isEmpty() ? "" : before.getLast();
        if (last.equals("--policy") && begun.indexOf(',') > 0) {
            return properties(begun);
        }
        List<String> words = words(before, options);
        return switch (last) {
            case "--policy" -> policies();
            case "--fall-back" -> with(policies(), new Suggestion(ContextOptions.NONE, "park the context instead"));
            case "--parent", "--heir" ->
                contexts(true).stream()
                        .map(each -> new Suggestion(name(each.value()), each.description()))
                        .distinct()
                        .toList();
            case "--workers" -> workers(runtimes.all().getFirst().runtime().workers());
            default -> isValue(last, options) ? List.of() : word(words);
        };
    }

    private List<Suggestion> word(List<String> words) {
        if (words.isEmpty()) {
            return VERBS.entrySet().stream()
                    .map(verb -> new Suggestion(verb.getKey(), verb.getValue()))
                    .toList();
        }
        String verb = words.getFirst();
        if (verb.equals("create") || !VERBS.containsKey(verb)) {
            return List.of();
        }
        if (words.size() == 1) {
            return contexts(!verb.equals("close"));
        }
        if (words.size() > 2 || !verb.equals("add") && !verb.equals("remove")) {
            return List.of();
        }
        Runtimes.Located located = runtimes.context(words.get(1));
        List<Worker> there = located.context().workers();
        TaskRuntime runtime = located.runtime().runtime();
        return workers(
                verb.equals("remove")
                        ? there
                        : runtime.workers().stream()
                                .filter(worker -> !there.contains(worker))
                                .toList());
    }

    private List<Suggestion> contexts(boolean withDefault) {
        return runtimes.contexts().stream()
                .filter(each -> withDefault || !each.context().name().equals(SchedulingContext.DEFAULT))
                .map(each ->
                        new Suggestion(each.label(), each.context().policy().orElse("parked")))
                .toList();
    }

    private List<Suggestion> policies() {
        return runtimes.all().getFirst().runtime().policies().stream()
                .map(policy -> new Suggestion(policy.name(), policy.description()))
                .toList();
    }

    private List<Suggestion> properties(String begun) {
        String policy = begun.substring(0, begun.indexOf(','));
        return runtimes.all().getFirst().runtime().policies().stream()
                .filter(each -> each.name().equals(policy))
                .flatMap(each -> PropertySuggestions.within(each.parameters(), begun).stream())
                .toList();
    }

    private static List<Suggestion> workers(List<Worker> workers) {
        List<Suggestion> all = new ArrayList<>();
        all.add(new Suggestion("all", null));
        workers.forEach(worker ->
                all.add(new Suggestion(worker.name(), worker.architecture().name())));
        return all;
    }

    private static List<Suggestion> with(List<Suggestion> some, Suggestion more) {
        List<Suggestion> all = new ArrayList<>(some);
        all.add(more);
        return all;
    }

    private static String name(String label) {
        return label.substring(label.indexOf('/') + 1);
    }

    private static boolean isValue(String last, List<Option> options) {
        return options.stream()
                .anyMatch(option -> !option.isFlag() && option.names().contains(last));
    }

    /** Returns the words that are neither options nor values of options. */
    private static List<String> words(List<String> before, List<Option> options) {
        List<String> words = new ArrayList<>();
        String previous = "";
        for (String word : before) {
            if (!word.startsWith("-") && !isValue(previous, options)) {
                words.add(word);
            }
            previous = word;
        }
        return words;
    }
}
