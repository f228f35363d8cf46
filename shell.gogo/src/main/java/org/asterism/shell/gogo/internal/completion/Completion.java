package org.asterism.shell.gogo.internal.completion;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.asterism.shell.gogo.internal.command.Command;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Installer of our commands' completions in every session of gogo.jline, before the session's first command. gogo.jline
 * keeps completions in a map in a session variable, which only its profile fills. Sessions without that variable stay
 * unchanged, and no class of JLine is loaded for them.
 */
@Component(service = CommandSessionListener.class, immediate = true)
public final class Completion implements CommandSessionListener {
    private static final String COMPLETIONS = ".completions";

    private final List<Command> commands = new CopyOnWriteArrayList<>();

    /** Called by Declarative Services. */
    public Completion() {}

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addCommand(Command command) {
        commands.add(command);
    }

    void removeCommand(Command command) {
        commands.remove(command);
    }

    @Override
    public void beforeExecute(CommandSession session, CharSequence program) {
        if (session.get(COMPLETIONS) instanceof Map<?, ?> completions) {
            for (Command command : commands) {
                if (!completions.containsKey(Command.SCOPE + ":" + command.name())) {
                    JlineCompletions.add(session, completions, command);
                }
            }
        }
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Exception exception) {
        // This event has no meaning here.
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Object result) {
        // This event has no meaning here.
    }
}
