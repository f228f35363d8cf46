package org.asterism.shell.gogo.internal.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Column;
import org.asterism.report.text.Wrapped;

/**
 * Overview of all commands: our commands in groups, one line each, and then the names of other commands.
 *
 * @param groups our commands by group, in the order of the overview
 * @param others names of other bundles' commands, by scope
 */
record CommandOverview(Map<String, List<Line>> groups, SortedMap<String, SortedSet<String>> others) implements Answer {
    /**
     * Line for one of our commands.
     *
     * @param name name without scope
     * @param summary beginning of its description
     */
    record Line(String name, String summary) {}

    @Override
    public String text(int width) {
        int longest = groups.values().stream()
                .flatMap(List::stream)
                .mapToInt(line -> line.name().length())
                .max()
                .orElse(0);
        StringJoiner text = new StringJoiner("\n");
        groups.forEach((group, lines) -> {
            text.add(group + ":");
            for (Line line : lines) {
                String gap = " ".repeat(longest - line.name().length() + 2);
                text.add(Column.cut("  " + line.name() + gap + line.summary(), width));
            }
        });
        if (!others.isEmpty()) {
            text.add("Others:");
            others.forEach(
                    (scope, names) -> text.add(Wrapped.behind("  " + scope + ": ", String.join(" ", names), width)));
        }
        text.add(Wrapped.behind("", "'help NAME' and 'NAME --help' tell more.", width));
        return text.toString();
    }

    @Override
    public Object json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        groups.forEach((group, lines) -> {
            Map<String, String> commands = new LinkedHashMap<>();
            lines.forEach(line -> commands.put(line.name(), line.summary()));
            fields.put(group, commands);
        });
        others.forEach((scope, names) -> fields.put(scope, List.copyOf(names)));
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
