package org.asterism.shell.gogo.internal.entry;

import java.io.EOFException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.gogo.runtime.Token;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.asterism.report.text.Escaped;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.UnknownCommand;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/**
 * Entry for {@code asterism exec "CMD; CMD"}: it takes the programs as {@code String[]} and returns the exit status.
 * All programs run in one session. The value of each command is shown, while Gogo itself would show only the last one.
 * The first error ends the execution.
 */
@Component(
        service = ToIntFunction.class,
        property = Entry.PROPERTY + "=exec",
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class ExecEntry implements ToIntFunction<String[]> {
    private static final String SCOPE_VARIABLE = "SCOPE";
    private static final String SCOPES = Command.SCOPE + ":gogo:*";

    private static final int LONGEST_QUOTED = 60;

    private final CommandProcessor processor;
    private final Streams streams;

    /**
     * Called by Declarative Services.
     *
     * @param processor creates the session
     * @param streams output streams
     */
    @Activate
    public ExecEntry(@Reference CommandProcessor processor, @Reference Streams streams) {
        this.processor = processor;
        this.streams = streams;
    }

    @Override
    public int applyAsInt(String[] programs) {
        if (programs.length == 0 || Arrays.stream(programs).anyMatch(ExecEntry::isEmpty)) {
            streams.complain("say which commands to run: exec \"CMD; CMD\"", null, false);
            return Failure.BAD_USAGE;
        }
        try (CommandSession session =
                processor.createSession(InputStream.nullInputStream(), streams.out(), streams.err())) {
            session.put(SCOPE_VARIABLE, SCOPES);
            UnknownCommand.install(session);
            for (String program : programs) {
                for (String statement : statements(program)) {
                    Object value = session.execute(statement);
                    if (value != null) {
                        streams.out().println(session.format(value, Converter.INSPECT));
                    }
                }
            }
            return 0;
        } catch (Exception problem) {
            if (problem instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            streams.complain(line(problem, String.join(" ", programs)), problem, Entry.debug(programs));
            return status(problem);
        } finally {
            streams.out().flush();
        }
    }

    private static boolean isEmpty(String program) {
        return program.replace(';', ' ').isBlank();
    }

    /** Splits a program where Gogo would discard a value: at {@code ;} and at line ends, outside of braces. */
    static List<String> statements(String program) {
        List<String> statements = new ArrayList<>();
        int begin = -1;
        for (Token token : new Parser(program).program().tokens()) {
            boolean separator = Token.eq(";", token) || Token.eq("\n", token);
            if (separator && begin >= 0) {
                statements.add(program.substring(begin, token.start()).strip()); // a redirection follows the last token
                begin = -1;
            } else if (!separator && begin < 0 && !token.isEmpty()) { // a ';' at the end of a line is no statement
                begin = token.start();
            }
        }
        if (begin >= 0) {
            statements.add(program.substring(begin).strip());
        }
        return statements;
    }

    /** Returns a program for a message, in one line. */
    private static String quoted(String program) {
        String shorter = program.length() > LONGEST_QUOTED ? program.substring(0, LONGEST_QUOTED) + "..." : program;
        return "'" + Escaped.of(shorter.strip()) + "'";
    }

    private static int status(Exception problem) {
        return switch (problem) {
            case SyntaxError syntax -> Failure.BAD_USAGE;
            case EOFException unfinished -> Failure.BAD_USAGE;
            case StatusException ours -> ours.status();
            default -> Failure.status(problem);
        };
    }

    private static String line(Exception problem, String program) {
        return switch (problem) {
            case SyntaxError syntax -> "not a Gogo program: " + Failure.line(syntax) + " in " + quoted(program);
            case EOFException unfinished ->
                "not a Gogo program: " + Failure.line(unfinished) + " in " + quoted(program);
            default -> Failure.line(problem);
        };
    }
}
