package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownBalancerException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.spi.application.UsageException;

/** What an exception means to who typed the command: an exit status and one line. */
public final class Failure {
    /** The work failed, or its result is wrong. */
    public static final int FAILED = 1;

    /** What was asked for makes no sense. */
    public static final int BAD_USAGE = 2;

    private Failure() {}

    /**
     * The exit status that an exception stands for.
     *
     * @param problem what was thrown
     * @return {@link #FAILED} or {@link #BAD_USAGE}
     */
    public static int status(Throwable problem) {
        return switch (problem) {
            case CommandException known -> known.status();
            case UsageException usage -> BAD_USAGE;
            case UnknownPolicyException unknown -> BAD_USAGE;
            case PolicyRefusedException refused -> BAD_USAGE;
            case UnknownBalancerException unknown -> BAD_USAGE;
            default -> FAILED;
        };
    }

    /**
     * An exception and its causes in one line; causes that a message repeats already are left out.
     *
     * @param problem what was thrown
     * @return never empty
     */
    public static String line(Throwable problem) {
        if (problem instanceof CommandException ready) {
            return ready.getMessage();
        }
        List<String> parts = new ArrayList<>();
        for (Throwable cause = problem; cause != null && parts.size() < 8; cause = cause.getCause()) {
            String message = oneLine(cause.getMessage());
            if (message.isEmpty() || parts.stream().noneMatch(part -> part.contains(message))) {
                parts.add(words(cause, message));
            }
        }
        return String.join(": ", parts);
    }

    private static String oneLine(String message) {
        return message == null ? "" : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String words(Throwable problem, String message) {
        if (problem instanceof InterruptedException) {
            return "interrupted";
        }
        if (message.isEmpty()) {
            return problem.getClass().getSimpleName();
        }
        // The messages of our own exceptions are sentences; those of the JDK are often a bare word or a file name.
        String type = problem.getClass().getName();
        boolean sentence = type.startsWith("org.asterism.") || message.indexOf(' ') > 0;
        return sentence ? message : problem.getClass().getSimpleName() + ": " + message;
    }
}
