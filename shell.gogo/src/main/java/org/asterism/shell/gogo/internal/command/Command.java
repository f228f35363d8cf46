package org.asterism.shell.gogo.internal.command;

import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Wrapped;
import org.asterism.run.BundleLife;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;

/**
 * A command of the shell. Its work is done by the subclass's one method with a {@link
 * org.apache.felix.service.command.Descriptor}, named as the command; see {@link Signature}.
 */
public abstract class Command implements Function {
    /** The scope of all our commands. */
    public static final String SCOPE = "asterism";

    /** Loaded now, as they cannot be any more when the bundle was updated while a command ran. */
    private static final List<Class<?>> NEEDED_AT_THE_END = List.of(StatusException.class, Failure.class);

    private final BundleLife life = BundleLife.of(getClass());
    private Signature signature;

    /** For the commands in this bundle. */
    protected Command() {}

    @Override
    public final Object execute(CommandSession session, List<Object> arguments) {
        List<String> words = arguments.stream().map(String::valueOf).toList();
        try {
            Object value = asksForHelp(words)
                    ? help(Terminals.ofTerminal(session))
                    : signature().call(session, words, String.join(" or ", usages()));
            if (Output.isIntoFile()) {
                Output.show(session, value);
                return null;
            }
            return value;
        } catch (StatusException known) {
            throw known.getMessage().startsWith(SCOPE + ":") ? known : failed(known);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed(interrupted);
        } catch (Exception | LinkageError problem) {
            throw failed(problem);
        }
    }

    private StatusException failed(Throwable problem) {
        String end = problem instanceof StatusException ? null : life.end();
        if (end != null) {
            return new StatusException(
                    Failure.FAILED,
                    SCOPE + ":" + name() + ": " + end + " while the command ran; type it again",
                    problem);
        }
        return new StatusException(
                Failure.status(problem), SCOPE + ":" + name() + ": " + Failure.line(problem), problem);
    }

    /**
     * Whether the command's own help is asked for.
     *
     * @param words behind the command's name
     * @return true if the command shall not be carried out
     */
    protected boolean asksForHelp(List<String> words) {
        return words.contains("--help");
    }

    /**
     * The command's name.
     *
     * @return without scope
     */
    public final String name() {
        return signature().name();
    }

    /**
     * What the command does.
     *
     * @return a sentence
     */
    public final String description() {
        return signature().description();
    }

    /**
     * The options that can be typed.
     *
     * @return names and descriptions
     */
    public List<Option> options() {
        return signature().options();
    }

    /**
     * What can be typed next.
     *
     * @param before the complete words behind the command's name
     * @return without options
     */
    public List<Suggestion> suggest(List<String> before) {
        return List.of();
    }

    /**
     * The same for those whose suggestions depend on the word that is typed just now.
     *
     * @param before the complete words behind the command's name
     * @param begun the beginning of the next word; may be empty
     * @return without options; what {@link #suggest(List)} does unless a command says otherwise
     */
    public List<Suggestion> suggest(List<String> before, String begun) {
        return suggest(before);
    }

    /**
     * How to type it.
     *
     * @return a line for each way; what the options and words make of it if there is but one
     */
    protected List<String> usages() {
        return List.of(signature().usage());
    }

    /**
     * Lines that could be typed, with what they would do.
     *
     * @return for the command's help
     */
    protected List<Suggestion> examples() {
        return List.of();
    }

    private String help(int width) {
        List<Option> options = signature().options();
        StringBuilder text = new StringBuilder(Wrapped.behind("", description(), width));
        String usageLead = "usage: ";
        for (String usage : usages()) {
            text.append('\n').append(Wrapped.behind(usageLead, usage, width));
            usageLead = " ".repeat(usageLead.length());
        }
        int longest = options.stream()
                .mapToInt(option -> option.typed().length())
                .max()
                .orElse(0);
        for (Option option : options) {
            String left = option.typed();
            String lead = "  " + left + " ".repeat(longest - left.length() + 2);
            text.append('\n').append(Wrapped.behind(lead, option.description(), width));
        }
        List<Suggestion> examples = examples();
        if (!examples.isEmpty()) {
            text.append("\nfor example:");
        }
        for (Suggestion example : examples) {
            text.append("\n  ").append(example.value()).append('\n');
            text.append(Wrapped.behind("      ", example.description(), width));
        }
        return text.toString();
    }

    /**
     * What a command gives back.
     *
     * @param answer its answer
     * @param json whether for machines
     * @return the answer, or its JSON on one line
     */
    protected static Object answer(Answer answer, boolean json) {
        return json ? Json.line(answer.json()) : answer;
    }

    // Read late, because a constructor should not hand out its unfinished object.
    private synchronized Signature signature() {
        if (signature == null) {
            signature = Signature.of(this);
        }
        return signature;
    }
}
