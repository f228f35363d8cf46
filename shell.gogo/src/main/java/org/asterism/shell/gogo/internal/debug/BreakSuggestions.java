package org.asterism.shell.gogo.internal.debug;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.asterism.api.Task;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;

/** What can follow in {@code asterism:break}. */
final class BreakSuggestions {
    private static final int MOST_TASKS = 10;

    private BreakSuggestions() {}

    static List<Suggestion> after(List<String> before, Breakpoints breakpoints, Runtimes runtimes) {
        if (!before.isEmpty() && before.getLast().equals("--delete")) {
            return breakpoints.all().stream().map(BreakSuggestions::of).toList();
        }
        List<String> words =
                before.stream().filter(word -> !word.startsWith("-")).toList();
        return switch (words.size()) {
            case 0 ->
                Arrays.stream(Point.values())
                        .map(point -> new Suggestion(point.word(), point.meaning()))
                        .toList();
            case 1 -> targets(runtimes);
            case 2 -> List.of(new Suggestion(BreakWords.IF, "a condition follows"));
            default ->
                List.of(BreakWords.IF, "and").contains(words.getLast())
                        ? Condition.attributes().stream()
                                .map(word -> new Suggestion(word, "attribute of tasks"))
                                .toList()
                        : List.of();
        };
    }

    private static Suggestion of(Breakpoint breakpoint) {
        return new Suggestion(Integer.toString(breakpoint.number()), breakpoint.toString());
    }

    private static List<Suggestion> targets(Runtimes runtimes) {
        List<Suggestion> all = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            List<Task> tasks = runtime.runtime().unfinishedTasks();
            tasks.stream()
                    .map(task -> task.codelet().name())
                    .distinct()
                    .forEach(name ->
                            all.add(new Suggestion(BreakWords.CODELET + name, "all its tasks, of any runtime")));
            tasks.stream()
                    .limit(MOST_TASKS)
                    .forEach(task -> all.add(new Suggestion(task.toString(), "task of " + runtime.name())));
        }
        return all.stream().distinct().toList();
    }
}
