package org.asterism.run;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.asterism.api.AsterismException;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.UnknownBalancerException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.report.text.Escaped;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;

/** Conversion of exceptions for the user of a command: an exit status and a line. */
public final class Failure {
    /** Exit status: the work failed, or its result is wrong. */
    public static final int FAILED = 1;

    /** Exit status: the user's request is invalid. */
    public static final int BAD_USAGE = 2;

    /** Exception classes whose names say nothing that a message needs. */
    private static final Set<Class<?>> GENERAL = Set.of(
            Exception.class,
            RuntimeException.class,
            Error.class,
            IOException.class,
            IllegalArgumentException.class,
            IllegalStateException.class);

    private Failure() {}

    /**
     * Returns the exit status for an exception.
     *
     * @param problem the exception
     * @return {@link #FAILED} or {@link #BAD_USAGE}
     */
    public static int status(Throwable problem) {
        return switch (problem) {
            case StatusException known -> known.status();
            case UsageException usage -> BAD_USAGE;
            case UnknownPolicyException unknown -> BAD_USAGE;
            case PolicyRefusedException refused -> BAD_USAGE;
            case UnknownBalancerException unknown -> BAD_USAGE;
            default -> FAILED;
        };
    }

    /**
     * Returns an exception and its causes in one line, without causes that the message already contains.
     *
     * @param problem the exception
     * @return the line, never empty
     */
    public static String line(Throwable problem) {
        if (problem instanceof StatusException ready) {
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
        return message == null ? "" : Escaped.of(message.strip().replaceAll("\\s*\\R\\s*", " "));
    }

    private static String words(Throwable problem, String message) {
        return switch (problem) {
            case InterruptedException interrupted -> "interrupted";
            case ClosedByInterruptException interrupted -> "interrupted";
            case UnknownPolicyException unknown
            when !unknown.available().isEmpty() ->
                unknown("policy", unknown.name(), unknown.available(), "asterism:policies");
            case UnknownBalancerException unknown
            when !unknown.available().isEmpty() ->
                unknown("balancer", unknown.name(), unknown.available(), "asterism:balance");
            // Messages of our own exceptions are sentences; those of the JDK are often a single word or a file name.
            case AsterismException ours when !message.isEmpty() -> message;
            case UsageException ours when !message.isEmpty() -> message;
            default -> {
                boolean isEnough =
                        message.indexOf(' ') > 0 || !message.isEmpty() && GENERAL.contains(problem.getClass());
                yield isEnough ? message : kind(problem) + (message.isEmpty() ? "" : ": " + message);
            }
        };
    }

    private static String unknown(String kind, String name, List<String> available, String remedy) {
        return "there is no " + kind + " '" + Escaped.of(name) + "'; " + NearestNames.instead(name, available, remedy);
    }

    /** Returns the kind of a problem in words: {@code NoSuchFileException} is "no such file". */
    private static String kind(Throwable problem) {
        return problem.getClass()
                .getSimpleName()
                .replaceFirst("(?<=.)Exception$", "")
                .replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ")
                .toLowerCase(Locale.ROOT);
    }
}
