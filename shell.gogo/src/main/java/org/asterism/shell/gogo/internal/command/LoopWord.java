package org.asterism.shell.gogo.internal.command;

import java.util.List;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.Process;

/**
 * A word that is a command of ours as well as one of Gogo's for loops, such as {@code break}. Our commands come first
 * where a scope is missing, which must not change what loops of scripts do.
 */
final class LoopWord {
    private static final String GOGO = "gogo:";

    private LoopWord() {}

    /**
     * Finds Gogo's command if that is meant: the bare word, without arguments, within a loop or a function.
     *
     * @param name the command's name, without scope
     * @return null if our command is meant
     */
    static Function meant(CommandSession session, String name, List<String> words) {
        Process process = Process.Utils.current();
        Job job = process == null ? null : process.job();
        return words.isEmpty()
                        && job != null
                        && job.parent() != null
                        && job.command() instanceof Parser.Statement statement
                        && statement.toString().strip().equals(name)
                        && session.get(GOGO + name) instanceof Function loops
                ? loops
                : null;
    }

    /** Calls Gogo's command, which ends a loop by a checked exception of its own. */
    static Object call(Function loops, CommandSession session) {
        try {
            return loops.execute(session, List.of());
        } catch (Exception toTheLoop) {
            throw LoopWord.<RuntimeException>unchecked(toTheLoop);
        }
    }

    @SuppressWarnings("unchecked") // The exception is not caught as a T by anybody.
    private static <T extends Exception> T unchecked(Exception thrown) throws T {
        throw (T) thrown;
    }
}
