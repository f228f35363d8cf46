package org.asterism.shell.gogo.internal.context;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.asterism.report.text.Answer;
import org.asterism.report.text.NearestNames;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;

/**
 * Actions of {@code asterism:context}, by their verbs.
 *
 * @param runtimes runtimes whose contexts are changed
 * @param trees declares a tree from a file
 */
record ContextActions(Runtimes runtimes, Trees trees) {
    private static final String CREATE = "create";
    private static final String CLOSE = "close";
    private static final String ADD = "add";
    private static final String REMOVE = "remove";
    private static final String SHOW = "show";

    /** Executes the action that the first word names. */
    Answer answer(CommandSession session, ContextOptions options, List<String> what) {
        String verb = what.isEmpty() ? "" : what.getFirst();
        if (!ContextSuggestions.VERBS.containsKey(verb)) {
            if (verb.isEmpty()) {
                throw new UsageException("say what to do: " + String.join(", ", usages()));
            }
            throw new UsageException("'" + verb + "' is nothing that it does; "
                    + NearestNames.instead(verb, ContextSuggestions.VERBS.keySet(), "asterism:context --help"));
        }
        boolean movesWorkers = verb.equals(ADD) || verb.equals(REMOVE);
        int words = movesWorkers ? 3 : 2;
        if (what.size() < words || what.size() > words && !movesWorkers) {
            throw new UsageException("write " + usage(verb));
        }
        if (!verb.equals(CREATE) && !options.isEmpty()) {
            throw new UsageException("only 'create' takes options besides --json; write " + usage(verb));
        }
        String name = what.get(1);
        return switch (verb) {
            case CREATE -> new ContextCreation(runtimes, trees).create(session.currentDir(), options, name);
            case CLOSE -> ContextClosure.close(runtimes.context(name));
            case SHOW -> ContextDetails.show(runtimes.context(name));
            default ->
                WorkerTransfer.move(
                        runtimes.context(name),
                        what.subList(2, what.size()).stream().collect(Collectors.joining(" ")),
                        verb.equals(ADD));
        };
    }

    /** Returns how to write an action. */
    static String usage(String verb) {
        return Command.SCOPE + ":context " + verb + " " + ContextSuggestions.VERBS.get(verb);
    }

    /** Returns how to write each action. */
    static List<String> usages() {
        return ContextSuggestions.VERBS.keySet().stream()
                .map(ContextActions::usage)
                .toList();
    }
}
