package org.asterism.shell.gogo.internal.prompt;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Installer of a {@link TolerantParser} in the prompt of gogo.jline. It acts when the first command of a session runs,
 * which is the profile that the prompt reads at its start. Without such a prompt, no class of JLine is loaded.
 */
@Component(service = CommandSessionListener.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PromptParser implements CommandSessionListener {
    /** Session variable in which gogo.jline keeps the reader of its lines. */
    private static final String READER = ".reader";

    private Object reader;
    private Runnable removal = () -> {};

    /** Called by Declarative Services. */
    public PromptParser() {}

    @Override
    public synchronized void beforeExecute(CommandSession session, CharSequence program) {
        Object present = session.get(READER);
        if (present != null && present != reader) {
            removal.run();
            reader = present;
            removal = TolerantParser.install(present);
        }
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Exception exception) {
        // The parser stays installed.
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Object result) {
        // The parser stays installed.
    }

    /** Called by Declarative Services. It removes all parsers of this bundle from the prompts. */
    @Deactivate
    synchronized void deactivate() {
        removal.run();
        removal = () -> {};
        reader = null;
    }
}
