package org.asterism.shell.gogo.internal.completion;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.asterism.shell.gogo.internal.command.Command;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Installer of our commands' completions in every session of gogo.jline, before the session's first command. gogo.jline
 * keeps completions in a map in a session variable, which only its profile fills. Sessions without that variable stay
 * unchanged, and no class of JLine is loaded for them. A command is created when it is completed for the first time.
 */
@Component(service = CommandSessionListener.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Completion implements CommandSessionListener {
    private static final String COMPLETIONS = ".completions";

    private final List<CompletedCommand> commands = new CopyOnWriteArrayList<>();

    /** Called by Declarative Services. */
    public Completion() {}

    @Reference(service = Command.class, cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addCommand(ServiceReference<Command> reference, ComponentServiceObjects<Command> objects) {
        String name = String.valueOf(reference.getProperty(CommandProcessor.COMMAND_FUNCTION));
        commands.add(new CompletedCommand(name, reference, objects));
    }

    void removeCommand(ServiceReference<Command> reference) {
        commands.removeIf(command -> command.reference().equals(reference));
    }

    @Override
    public void beforeExecute(CommandSession session, CharSequence program) {
        if (session.get(COMPLETIONS) instanceof Map<?, ?> completions) {
            for (CompletedCommand command : commands) {
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
