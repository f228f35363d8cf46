package org.asterism.deploy.fileinstall.internal;

import java.lang.reflect.InvocationTargetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explains in plain words why the code of a bundle failed, and names the remedy. */
final class Failure {
    private static final Pattern TOO_NEW =
            Pattern.compile("(\\S+) has been compiled by a more recent version.*?class file version (\\d+)");

    private static final String BROKEN = "Could not initialize class ";

    /** The class file version of Java N is N more than this. */
    private static final int BEFORE_JAVA_ONE = 44;

    private Failure() {}

    static String words(Throwable failure) {
        Throwable cause = root(failure);
        String message = cause.getMessage() == null ? "" : cause.getMessage();
        return switch (cause) {
            case UnsupportedClassVersionError tooNew -> tooNew(message);
            case ClassFormatError broken -> "a class file of it is broken (" + message + "); build it again";
            case NoClassDefFoundError broken
            when message.startsWith(BROKEN) ->
                "its class " + message.substring(BROKEN.length())
                        + " could not be initialized before; mend it and copy the file again";
            case NoClassDefFoundError missing -> missing(message);
            case ClassNotFoundException missing -> missing(message);
            default -> "it throws " + cause + place(cause) + "; mend it and copy the file again";
        };
    }

    /** Whether a class belongs to the JDK or to the framework, so that a place in it says nothing of the bundle. */
    static boolean isOfPlatform(String type) {
        return type.startsWith("java.")
                || type.startsWith("jdk.")
                || type.startsWith("sun.")
                || type.startsWith("javax.")
                || type.startsWith("org.osgi.")
                || type.startsWith("org.apache.felix.")
                || type.startsWith(Failure.class.getPackageName() + ".");
    }

    /** Returns the cause that has to be remedied. */
    static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && cause.getCause() != cause
                && (!(cause instanceof LinkageError) || cause instanceof ExceptionInInitializerError)) {
            cause = cause.getCause();
        }
        return cause instanceof InvocationTargetException wrapper && wrapper.getTargetException() != null
                ? wrapper.getTargetException()
                : cause;
    }

    private static String tooNew(String message) {
        int here = Runtime.version().feature();
        Matcher matcher = TOO_NEW.matcher(message);
        if (!matcher.find()) {
            return "it was compiled for a newer Java than " + here + " (" + message + "); build it with --release "
                    + here;
        }
        int wanted = Integer.parseInt(matcher.group(2)) - BEFORE_JAVA_ONE;
        return "its class " + matcher.group(1).replace('/', '.') + " was compiled for Java " + wanted
                + ", and this is Java " + here + "; build it with --release " + here + ", or start Asterism with a JDK "
                + wanted;
    }

    /** The message of such errors is the name of the class, with words of the framework behind it at times. */
    private static String missing(String message) {
        String type = message.replaceFirst("\\s.*", "").replace('/', '.');
        int dot = type.lastIndexOf('.');
        return "the class " + type + " is not found; "
                + (dot < 0
                        ? "put it into the bundle"
                        : "put it into the bundle, or the package " + type.substring(0, dot)
                                + " into its Import-Package");
    }

    private static String place(Throwable cause) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (!isOfPlatform(frame.getClassName())) {
                return " at " + frame;
            }
        }
        return "";
    }
}
