package org.asterism.shell.gogo.internal.command;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.felix.service.command.CommandSession;

/** Groups of commands, in the order in which users need them. */
final class CommandGroups {
    private static final String REST = "More";

    /** Names of the commands by group, in the order in which users need them. */
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Applications", List.of("apps", "run", "runs", "cancel"));
        GROUPS.put("Scheduling", List.of("policies", "use", "contexts", "context", "balance", "tasks"));
        GROUPS.put(
                "Recording and explaining", List.of("why", "task", "stats", "metrics", "trace", "report", "console"));
        GROUPS.put("Debugging", List.of("break", "breaks", "continue", "step"));
        GROUPS.put(
                "Machine", List.of("machine", "workers", "nodes", "devices", "topo", "bus", "calibrate-bus", "models"));
        GROUPS.put("Trees of components", List.of("trees", "tree", "components"));
    }

    private CommandGroups() {}

    /** Groups our commands. */
    static Map<String, List<CommandOverview.Line>> of(Collection<Command> commands) {
        Map<String, Command> left = new TreeMap<>();
        commands.forEach(command -> left.put(command.name(), command));
        Map<String, List<CommandOverview.Line>> groups = new LinkedHashMap<>();
        GROUPS.forEach((group, names) -> {
            List<CommandOverview.Line> lines = names.stream()
                    .map(left::remove)
                    .filter(command -> command != null)
                    .map(CommandGroups::line)
                    .toList();
            if (!lines.isEmpty()) {
                groups.put(group, lines);
            }
        });
        if (!left.isEmpty()) {
            groups.put(REST, left.values().stream().map(CommandGroups::line).toList());
        }
        return groups;
    }

    /**
     * Returns a line for the overview with the first statement of a description. The rest belongs to the command's own
     * help.
     */
    private static CommandOverview.Line line(Command command) {
        return new CommandOverview.Line(command.name(), command.description().split("[,;:] ", 2)[0]);
    }

    /** Returns the names of commands of other bundles, by scope. */
    static SortedMap<String, SortedSet<String>> others(CommandSession session) {
        SortedMap<String, SortedSet<String>> others = new TreeMap<>();
        if (session.get(UnknownCommand.COMMANDS) instanceof Set<?> names) {
            for (Object each : names) {
                String[] parts = each.toString().split(":", 2);
                // Names that begin with an underscore are Gogo's own, for completion.
                if (parts.length == 2 && !parts[0].equals(Command.SCOPE) && !parts[1].startsWith("_")) {
                    others.computeIfAbsent(parts[0], any -> new TreeSet<>()).add(parts[1]);
                }
            }
        }
        return others;
    }
}
