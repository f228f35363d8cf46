package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Set;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.apache.felix.service.command.Function;
import org.asterism.report.text.Escaped;
import org.asterism.report.text.NearestNames;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.osgi.service.component.annotations.Component;

/**
 * Suggests commands for one that does not exist. Gogo calls the function that is the session's variable {@code default}
 * in place of an unknown command; without it the prompt shows the name of an exception's class.
 */
@Component(service = CommandSessionListener.class, immediate = true)
public final class UnknownCommand implements CommandSessionListener, Function {
    private static final String VARIABLE = "default";

    /** The variable that holds the names of all commands, scope included. */
    static final String COMMANDS = ".commands";

    /** Called by Declarative Services. */
    public UnknownCommand() {}

    /**
     * Makes a session suggest commands, unless its user has a function of the same purpose.
     *
     * @param session any
     */
    public static void install(CommandSession session) {
        if (session.get(VARIABLE) == null) {
            session.put(VARIABLE, new UnknownCommand());
        }
    }

    @Override
    public void beforeExecute(CommandSession session, CharSequence program) {
        install(session);
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Exception exception) {
        // What was executed does not matter.
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Object result) {
        // What was executed does not matter.
    }

    @Override
    public Object execute(CommandSession session, List<Object> words) {
        String typed = words.getFirst().toString();
        List<String> all = session.get(COMMANDS) instanceof Set<?> names
                ? names.stream().map(Object::toString).sorted().toList()
                : List.of();
        boolean scoped = typed.indexOf(':') >= 0;
        List<String> known = all.stream()
                .filter(name -> !name.contains(":_")) // Gogo's own, not for people
                .map(name -> scoped ? name : name.substring(name.indexOf(':') + 1))
                .toList();
        List<String> near = NearestNames.near(typed, known);
        throw new StatusException(
                Failure.BAD_USAGE,
                Command.SCOPE + ": there is no command '" + Escaped.of(typed) + "'; "
                        + (near.isEmpty() ? "" : "did you mean '" + String.join("' or '", near) + "'? ")
                        + "'help' lists all",
                null);
    }
}
