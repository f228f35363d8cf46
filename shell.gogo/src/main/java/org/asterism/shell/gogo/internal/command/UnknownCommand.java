package org.asterism.shell.gogo.internal.command;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.apache.felix.service.command.Function;
import org.asterism.report.text.Escaped;
import org.asterism.report.text.NearestNames;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Handler of unknown commands, which suggests similar ones. Gogo calls the function in the session's variable
 * {@code default} instead of an unknown command. Without it, the prompt shows the class name of an exception.
 */
@Component(service = CommandSessionListener.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class UnknownCommand implements CommandSessionListener, Function {
    private static final String VARIABLE = "default";

    /** Session variable with the names of all commands, including their scopes. */
    static final String COMMANDS = ".commands";

    private final Set<CommandSession> sessions =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Called by Declarative Services. */
    public UnknownCommand() {}

    /** Called by Declarative Services. A session may last longer than this bundle. */
    @Deactivate
    void deactivate() {
        for (CommandSession session : Set.copyOf(sessions)) {
            if (session.get(VARIABLE) instanceof UnknownCommand) {
                session.put(VARIABLE, null);
            }
        }
    }

    /**
     * Installs the handler in a session, unless the user has set another one.
     *
     * @param session any session
     */
    public static void install(CommandSession session) {
        if (session.get(VARIABLE) == null) {
            session.put(VARIABLE, new UnknownCommand());
        }
    }

    @Override
    public void beforeExecute(CommandSession session, CharSequence program) {
        install(session);
        sessions.add(session);
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Exception exception) {
        // This event has no meaning here.
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Object result) {
        // This event has no meaning here.
    }

    @Override
    public Object execute(CommandSession session, List<Object> words) {
        String typed = words.getFirst().toString();
        List<String> all = session.get(COMMANDS) instanceof Set<?> names
                ? names.stream().map(Object::toString).sorted().toList()
                : List.of();
        boolean scoped = typed.indexOf(':') >= 0;
        List<String> known = all.stream()
                .filter(name -> !name.contains(":_")) // internal commands of Gogo
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
