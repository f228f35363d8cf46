package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Csv;
import org.asterism.report.text.Rows;
import org.asterism.run.BundleLife;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.spi.application.UsageException;

/**
 * A command of the shell. Its work is done by the subclass's one method with a
 * {@link org.apache.felix.service.command.Descriptor}, named as the command; see {@link Signature}.
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
                    ? new CommandHelp(description(), usages(), options(), examples())
                            .text(Terminals.ofTerminal(session))
                    : answer(session, words);
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

    /** Carries the command out, and gives its answer the form that is asked for. */
    private Object answer(CommandSession session, List<String> words) throws Exception {
        List<String> own = new ArrayList<>(words);
        Set<Form> asked = EnumSet.noneOf(Form.class);
        for (Form form : forms()) {
            if (own.removeAll(List.of(form.option()))) {
                asked.add(form);
            }
        }
        if (asked.contains(Form.JSON) && asked.contains(Form.CSV)) {
            throw new UsageException("give either --json or --csv");
        }
        if (asked.contains(Form.WATCH)) {
            watchRefusal(own).ifPresent(refusal -> {
                throw new UsageException(refusal);
            });
        }
        Object answer = call(session, own);
        for (Form form : asked) {
            if (!form.fits(answer)) {
                throw new UsageException(form.option() + " is for " + (form == Form.CSV ? "tables" : "what changes")
                        + ", which this answer is not");
            }
        }
        if (asked.contains(Form.WATCH)) {
            watch(session, own, asked, answer);
            return null;
        }
        if (answer instanceof Failing failing) {
            Output.show(session, formed(failing.answer(), asked));
            throw new StatusException(Failure.FAILED, SCOPE + ":" + name() + ": " + failing.failure(), null);
        }
        return formed(answer, asked);
    }

    private static Object formed(Object answer, Set<Form> asked) {
        return asked.contains(Form.JSON)
                ? Json.line(((Answer) answer).json())
                : asked.contains(Form.CSV) ? Csv.lines((Rows) answer) : answer;
    }

    /** Shows an answer, and then further ones that the command gives. */
    private void watch(CommandSession session, List<String> own, Set<Form> asked, Object first) {
        Object[] next = {first};
        Watch.in(session)
                .show(
                        () -> {
                            Object answer = next[0] == null ? again(session, own) : next[0];
                            next[0] = null;
                            Object formed = answer instanceof Answer ? formed(answer, asked) : answer;
                            return formed instanceof Answer view
                                    ? view.text(Terminals.width(session))
                                    : formed.toString();
                        },
                        () -> isThereStill(own));
    }

    private Object call(CommandSession session, List<String> own) throws Exception {
        return signature().call(session, own, String.join(" or ", usages()), allOptions());
    }

    /** A further answer, or why there is none now. */
    private Object again(CommandSession session, List<String> own) {
        try {
            return call(session, own);
        } catch (Exception problem) {
            return Failure.line(problem);
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
        return allOptions();
    }

    private List<Option> allOptions() {
        return Stream.concat(forms().stream().map(Form::asOption), signature().options().stream())
                .toList();
    }

    /**
     * The forms that can be asked for.
     *
     * @return those of all answers that the command's method can give by its type, unless a command says otherwise
     */
    protected Set<Form> forms() {
        return Form.of(signature().returned());
    }

    /**
     * Why the command cannot be watched with these words.
     *
     * @param words behind the command's name, without {@code --watch}
     * @return a sentence; empty if it can be
     */
    protected Optional<String> watchRefusal(List<String> words) {
        return Optional.empty();
    }

    /**
     * Whether a watch goes on.
     *
     * @param words behind the command's name
     * @return false if there will be nothing to see any more
     */
    protected boolean isThereStill(List<String> words) {
        return true;
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
        return List.of(signature().usage(options()));
    }

    /**
     * Lines that could be typed, with what they would do.
     *
     * @return for the command's help
     */
    protected List<Suggestion> examples() {
        return List.of();
    }

    // Read late, because a constructor should not hand out its unfinished object.
    private synchronized Signature signature() {
        if (signature == null) {
            signature = Signature.of(this);
        }
        return signature;
    }
}
