package org.asterism.shell.gogo.internal.completion;

import java.util.function.Function;
import org.asterism.shell.gogo.internal.command.Command;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;

/**
 * Command with completions. It is created only while it is completed, so that a start does not create all commands.
 *
 * @param name name of the command, without scope
 * @param reference reference of its service
 * @param objects obtains the service
 */
record CompletedCommand(String name, ServiceReference<Command> reference, ComponentServiceObjects<Command> objects) {
    /**
     * Asks the command something.
     *
     * @param question receives the command
     * @param otherwise answer if the command has left
     */
    <T> T ask(Function<Command, T> question, T otherwise) {
        Command command = objects.getService();
        if (command == null) {
            return otherwise;
        }
        try {
            return question.apply(command);
        } finally {
            objects.ungetService(command);
        }
    }
}
