package org.asterism.shell.gogo.internal.entry;

import java.io.PrintStream;
import org.asterism.shell.gogo.internal.command.Command;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Output streams of the entries. Gogo replaces the system's streams by streams of the session. The launcher can
 * register the original ones as services with the property {@code asterism.stream}, {@code out} or {@code err}.
 */
@Component(service = Streams.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Streams {
    @Reference(
            target = "(asterism.stream=out)",
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC)
    volatile PrintStream registeredOut;

    @Reference(
            target = "(asterism.stream=err)",
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC)
    volatile PrintStream registeredErr;

    /** Called by Declarative Services. */
    public Streams() {}

    PrintStream out() {
        PrintStream registered = registeredOut;
        return registered == null ? System.out : registered;
    }

    PrintStream err() {
        PrintStream registered = registeredErr;
        return registered == null ? System.err : registered;
    }

    /** Prints a problem in one line, and its stack trace on request. */
    void complain(String message, Throwable problem, boolean debug) {
        out().flush();
        PrintStream stream = err();
        // Messages of our commands begin with scope and name.
        stream.println(message.startsWith(Command.SCOPE + ":") ? message : Command.SCOPE + ": " + message);
        if (debug && problem != null) {
            problem.printStackTrace(stream);
        }
        stream.flush();
    }
}
