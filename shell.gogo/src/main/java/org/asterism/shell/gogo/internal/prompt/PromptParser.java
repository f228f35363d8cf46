package org.asterism.shell.gogo.internal.prompt;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.CommandSessionListener;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Gives the prompt of gogo.jline a {@link TolerantParser} as soon as the first command runs in it, which is the profile
 * that it reads at its start. Without such a prompt no class of JLine is touched.
 */
@Component(service = CommandSessionListener.class, immediate = true)
public final class PromptParser implements CommandSessionListener {
    /** What gogo.jline keeps the reader of its lines under. */
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
        // The parser stays.
    }

    @Override
    public void afterExecute(CommandSession session, CharSequence program, Object result) {
        // The parser stays.
    }

    /** Called by Declarative Services: nothing of this bundle stays with the prompt. */
    @Deactivate
    synchronized void deactivate() {
        removal.run();
        removal = () -> {};
        reader = null;
    }
}
