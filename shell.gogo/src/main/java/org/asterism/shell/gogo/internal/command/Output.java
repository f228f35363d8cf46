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
 * The standard output of the command that the calling thread carries out: the session's console, a file, or the next
 * command of a pipe.
 */
public final class Output {
    private static final int STANDARD_OUTPUT = 1;

    private Output() {}

    /**
     * Where the command's own output goes.
     *
     * @param session where the command was typed
     * @return the stream that Gogo has connected for it; the console outside of Gogo's commands
     */
    public static PrintStream of(CommandSession session) {
        Process process = Process.Utils.current();
        boolean isConnected = process != null
                && (leadsAway(process)
                        || ancestors(process.job())
                                .anyMatch(job -> job.processes().stream().anyMatch(Output::leadsAway)));
        // What a job in the background writes to its own stream suspends it if that is the terminal's; the console
        // itself is open to it.
        return isConnected ? process.out() : session.getConsole();
    }

    /**
     * Whether it goes elsewhere than what surrounds the command.
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

    /** What a job is part of: those of the loops and functions that it is in, from the inside. */
    private static Stream<Job> ancestors(Job job) {
        return job == null ? Stream.empty() : Stream.iterate(job.parent(), Objects::nonNull, Job::parent);
    }

    /**
     * Whether nobody waits at the prompt for a job.
     *
     * @param job null outside of Gogo's commands
     * @return true if it, or what it is part of, runs in the background
     */
    public static boolean isInBackground(Job job) {
        return Stream.concat(Stream.ofNullable(job), ancestors(job))
                .anyMatch(each -> each.status() == Job.Status.Background);
    }

    /**
     * Writes what a command gives back, where Gogo would not show it.
     *
     * @param session where the command was typed
     * @param value what the command gives back; null for nothing
     */
    public static void show(CommandSession session, Object value) {
        if (value != null) {
            PrintStream stream = of(session);
            stream.println(session.format(value, Converter.INSPECT));
            if (isRedirected() && stream.checkError()) { // a print stream tells of a full device in no other way
                throw new IllegalStateException("its output cannot be written: is the device full?");
            }
        }
    }

    /**
     * Whether {@code > FILE} stands behind the command: Gogo would show its value on the terminal all the same. In
     * {@code (COMMAND) METHOD} and {@code COMMAND | OTHER} it knows what to do with the value.
     */
    static boolean isIntoFile() {
        return isRedirected()
                && Process.Utils.current().job().command() instanceof Parser.Statement statement
                && !statement.redirections().isEmpty();
    }
}
