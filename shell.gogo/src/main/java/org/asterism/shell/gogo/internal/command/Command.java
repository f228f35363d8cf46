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
 * Command of the shell. A subclass implements it in its only method with a
 * {@link org.apache.felix.service.command.Descriptor}, which has the name of the command; see {@link Signature}.
 */
public abstract class Command implements Function {
    /** Scope of all our commands. */
    public static final String SCOPE = "asterism";

    /** Classes that are loaded early, because they cannot be loaded after the bundle was updated during a command. */
    private static final List<Class<?>> NEEDED_AT_THE_END = List.of(StatusException.class, Failure.class);

    private final BundleLife life = BundleLife.of(getClass());
    private Signature signature;

    /** Creates a command of this bundle. */
    protected Command() {}

    @Override
    public final Object execute(CommandSession session, List<Object> arguments) {
        List<String> words = arguments.stream().map(String::valueOf).toList();
        Function loops = LoopWord.meant(session, name(), words);
        if (loops != null) {
            return LoopWord.call(loops, session);
        }
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

    /** Executes the command, and converts its answer to the requested form. */
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

    /** Shows an answer repeatedly, with a new answer of the command each time. */
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

    /** Returns a new answer, or the reason why there is none now. */
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
     * Whether the words ask for the command's own help.
     *
     * @param words after the command's name
     * @return true if the command must not be executed
     */
    protected boolean asksForHelp(List<String> words) {
        return words.contains("--help");
    }

    /**
     * Returns the command's name.
     *
     * @return the name without scope
     */
    public final String name() {
        return signature().name();
    }

    /**
     * Returns the description of the command.
     *
     * @return a sentence
     */
    public final String description() {
        return signature().description();
    }

    /**
     * Returns the options of the command.
     *
     * @return options with their names and descriptions
     */
    public List<Option> options() {
        return allOptions();
    }

    private List<Option> allOptions() {
        return Stream.concat(forms().stream().map(Form::asOption), signature().options().stream())
                .toList();
    }

    /**
     * Returns the output forms of the command.
     *
     * @return by default, the forms of all answers of the method's return type
     */
    protected Set<Form> forms() {
        return Form.of(signature().returned());
    }

    /**
     * Returns the reason why the command cannot be watched with these words.
     *
     * @param words after the command's name, without {@code --watch}
     * @return a sentence; empty if it can be watched
     */
    protected Optional<String> watchRefusal(List<String> words) {
        return Optional.empty();
    }

    /**
     * Whether a watch continues.
     *
     * @param words after the command's name
     * @return false if the watched object no longer exists
     */
    protected boolean isThereStill(List<String> words) {
        return true;
    }

    /**
     * Returns suggestions for the next word.
     *
     * @param before complete words after the command's name
     * @return suggestions, without options
     */
    public List<Suggestion> suggest(List<String> before) {
        return List.of();
    }

    /**
     * Returns suggestions that depend on the beginning of the next word.
     *
     * @param before complete words after the command's name
     * @param begun beginning of the next word; may be empty
     * @return suggestions, without options; by default the result of {@link #suggest(List)}
     */
    public List<Suggestion> suggest(List<String> before, String begun) {
        return suggest(before);
    }

    /**
     * Returns how to type the command.
     *
     * @return one line per variant; by default one line from the options and words
     */
    protected List<String> usages() {
        return List.of(signature().usage(options()));
    }

    /**
     * Returns examples with their effects.
     *
     * @return examples for the command's help
     */
    protected List<Suggestion> examples() {
        return List.of();
    }

    // Read lazily, because a constructor should not publish its unfinished object.
    private synchronized Signature signature() {
        if (signature == null) {
            signature = Signature.of(this);
        }
        return signature;
    }
}
