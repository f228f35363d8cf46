package org.asterism.framework;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal of the prompt, which removes the names of exceptions' classes from errors, and says nothing at the end.
 *
 * <p>Gogo's shell prints {@code exception.toString()}, its commands print {@code cd: java.io.IOException: no such
 * folder}, and neither can be changed from outside. But JLine accepts a prepared terminal. This class is not in a
 * bundle, because the shell keeps it for as long as it runs. JLine's types are those of its bundle, hence the
 * reflection.
 */
final class PromptTerminal {
    /** A line that begins with an exception, maybe behind a colour and the name of a command. */
    private static final Pattern EXCEPTION = Pattern.compile(
            "((?:\u001b\\[[0-9;]*m)*(?:[a-z]+: )?)" // what stays
                    + "(?:gogo: |(?:[a-z]\\w*\\.)+)([A-Z][\\w$]*?)(Exception|Error|)" // the class, which pipes show
                    // without its package
                    + "(?:: ([^\u001b]*?\\S[^\u001b]*?))?((?:\u001b\\[[0-9;]*m|\\R)*)");

    /** Longer pieces of output are no message. */
    private static final int LONGEST = 1000;

    /** The shell's word at its end, of which the user who ends it knows. */
    private static final String END_OF_SHELL = "gosh: stopping framework";

    private PromptTerminal() {}

    /**
     * Gives the console that starts next a terminal of this kind.
     *
     * @param jline the loader of JLine's classes
     * @throws ReflectiveOperationException if this JLine has no such way; the console then makes a terminal itself
     */
    static void install(ClassLoader jline) throws ReflectiveOperationException {
        Class<?> builders = jline.loadClass("org.jline.terminal.TerminalBuilder");
        Class<?> terminals = jline.loadClass("org.jline.terminal.Terminal");
        Object terminal = builders.getMethod("terminal").invoke(null);
        Object ours = around(terminal, terminals);
        builders.getMethod("setTerminalOverride", terminals).invoke(null, ours);
    }

    /** Leaves further terminals to JLine: a console that is started again must not get one that is closed. */
    static void uninstall(ClassLoader jline) throws ReflectiveOperationException {
        Class<?> terminals = jline.loadClass("org.jline.terminal.Terminal");
        jline.loadClass("org.jline.terminal.TerminalBuilder")
                .getMethod("setTerminalOverride", terminals)
                .invoke(null, (Object) null);
    }

    private static Object around(Object terminal, Class<?> type) throws ReflectiveOperationException {
        PrintWriter writer = new Writer((PrintWriter) type.getMethod("writer").invoke(terminal));
        OutputStream output = new Output((OutputStream) type.getMethod("output").invoke(terminal));
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("writer")) {
                return writer;
            }
            if (method.getName().equals("output")) {
                return output;
            }
            try {
                return method.invoke(terminal, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }

    /**
     * A line without the class of the exception that it begins with.
     *
     * @return the line itself if it begins with none
     */
    static String withoutClass(String line) {
        if (line.length() > LONGEST) {
            return line;
        }
        String shorter = line;
        for (Matcher match = EXCEPTION.matcher(line); match.matches(); match = EXCEPTION.matcher(shorter)) {
            String message = match.group(4);
            if (message == null && match.group(3).isEmpty()) {
                return line; // some other class
            }
            shorter = match.group(1) + (message == null ? words(match.group(2)) : message) + match.group(5);
        }
        return shorter;
    }

    /** {@code ArrayIndexOutOfBounds} as {@code array index out of bounds}. */
    private static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])|\\$", " ").toLowerCase(Locale.ROOT);
    }

    /** Writer of the shell, which prints each error as one line. */
    private static final class Writer extends PrintWriter {
        Writer(PrintWriter terminal) {
            super(terminal);
        }

        @Override
        public void println(String line) {
            if (!END_OF_SHELL.equals(line)) {
                super.println(line == null ? null : withoutClass(line));
            }
        }
    }

    /** Output of a command, which prints its message as one line in one piece. */
    private static final class Output extends FilterOutputStream {
        Output(OutputStream terminal) {
            super(terminal);
        }

        /** Ctrl-C in a pipe closes the channel that Gogo has made of this; the terminal must outlive that. */
        @Override
        public void close() throws IOException {
            flush();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length > 0 && length <= LONGEST && bytes[offset] >= 'a' && bytes[offset] <= 'z') {
                String line = new String(bytes, offset, length, StandardCharsets.ISO_8859_1); // any encoding survives
                String shorter = withoutClass(line);
                if (!shorter.equals(line)) {
                    out.write(shorter.getBytes(StandardCharsets.ISO_8859_1));
                    return;
                }
            }
            out.write(bytes, offset, length); // not byte by byte, as the superclass would
        }
    }
}
