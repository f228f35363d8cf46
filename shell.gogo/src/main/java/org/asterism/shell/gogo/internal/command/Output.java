package org.asterism.shell.gogo.internal.command;

import java.io.PrintStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.Process;

/**
 * Standard output of the command that the calling thread executes: the session's console, a file, or the next command
 * of a pipe.
 */
public final class Output {
    private static final int STANDARD_OUTPUT = 1;

    private Output() {}

    /**
     * Returns the stream for the command's output.
     *
     * @param session session of the command
     * @return the stream that Gogo connected to it; outside of Gogo's commands, the console
     */
    public static PrintStream of(CommandSession session) {
        Process process = Process.Utils.current();
        boolean isConnected = process != null
                && (leadsAway(process)
                        || ancestors(process.job())
                                .anyMatch(job -> job.processes().stream().anyMatch(Output::leadsAway)));
        // A background job that writes to its own stream is suspended if that stream is the terminal. The console
        // itself has no such limit.
        return isConnected ? process.out() : session.getConsole();
    }

    /**
     * Whether the output of the command is redirected.
     *
     * @return true for {@code COMMAND > FILE} and {@code COMMAND | OTHER}
     */
    public static boolean isRedirected() {
        Process process = Process.Utils.current();
        return process != null && leadsAway(process);
    }

    private static boolean leadsAway(Process process) {
        return !process.isTty(STANDARD_OUTPUT);
    }

    /** Returns the surrounding loops and functions of a job, the innermost first. */
    private static Stream<Job> ancestors(Job job) {
        return job == null ? Stream.empty() : Stream.iterate(job.parent(), Objects::nonNull, Job::parent);
    }

    /**
     * Whether a job runs in the background.
     *
     * @param job the job; null outside of Gogo's commands
     * @return true if the job or a surrounding one runs in the background
     */
    public static boolean isInBackground(Job job) {
        return Stream.concat(Stream.ofNullable(job), ancestors(job))
                .anyMatch(each -> each.status() == Job.Status.Background);
    }

    /**
     * Writes a command's return value if Gogo would not show it.
     *
     * @param session session of the command
     * @param value return value of the command; null for none
     */
    public static void show(CommandSession session, Object value) {
        if (value != null) {
            PrintStream stream = of(session);
            stream.println(session.format(value, Converter.INSPECT));
            if (isRedirected() && stream.checkError()) { // a print stream reports a full disk in no other way
                throw new IllegalStateException("its output cannot be written: is the device full?");
            }
        }
    }

    /**
     * Whether {@code > FILE} follows the command. In this case, Gogo would still show the value on the terminal. In
     * {@code (COMMAND) METHOD} and {@code COMMAND | OTHER}, Gogo passes the value on correctly.
     */
    static boolean isIntoFile() {
        return isRedirected()
                && Process.Utils.current().job().command() instanceof Parser.Statement statement
                && !statement.redirections().isEmpty();
    }
}
