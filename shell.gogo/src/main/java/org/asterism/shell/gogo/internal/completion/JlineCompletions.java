package org.asterism.shell.gogo.internal.completion;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Option;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.jline.builtins.Completers.CompletionData;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;

/**
 * Completions of one command in the form that JLine expects. JLine evaluates arguments and conditions of completions as
 * Gogo programs. Ours call functions in session variables, so that no additional commands are visible.
 */
final class JlineCompletions extends AbstractList<CompletionData> {
    /** Session variable in which gogo.jline stores the line before it evaluates a completion. */
    private static final String LINE = ".commandLine";

    private static final String SUGGEST = "__asterism_suggest_";
    private static final String TYPED = "__asterism_typed";

    /** Command of gogo.jline that completes file names. */
    private static final String FILES = "__files";

    private final CompletedCommand command;

    private JlineCompletions(CompletedCommand command) {
        this.command = command;
    }

    static void add(CommandSession session, Map<?, ?> completions, CompletedCommand command) {
        session.put(SUGGEST + command.name(), (Function) (caller, arguments) -> suggestions(caller, command));
        session.put(TYPED, (Function) JlineCompletions::typed);
        @SuppressWarnings("unchecked") // The class that created the map, gogo.jline's Shell, declares this type.
        Map<String, List<CompletionData>> map = (Map<String, List<CompletionData>>) completions;
        map.put(Command.SCOPE + ":" + command.name(), new JlineCompletions(command));
    }

    /** Creates the completions again for each request, because options change with the applications. */
    private List<CompletionData> current() {
        return command.ask(JlineCompletions::current, List.of());
    }

    private static List<CompletionData> current(Command command) {
        List<CompletionData> all = new ArrayList<>();
        all.add(new CompletionData(null, command.description(), null, null));
        for (Option option : command.options()) {
            String condition =
                    option.onlyAfter().map(word -> TYPED + " '" + word + "'").orElse(null);
            all.add(new CompletionData(option.names(), option.description(), null, condition));
        }
        all.add(new CompletionData(null, null, SUGGEST + command.name(), null));
        return all;
    }

    @Override
    public Iterator<CompletionData> iterator() {
        return current().iterator();
    }

    @Override
    public CompletionData get(int index) {
        return current().get(index);
    }

    @Override
    public int size() {
        return current().size();
    }

    /** Returns values of options as well, because JLine offers the arguments of an option's entry after every word. */
    private static Object suggestions(CommandSession session, CompletedCommand command) throws Exception {
        List<String> before = wordsBefore(session);
        String last = before.isEmpty() ? "" : before.getLast();
        Optional<Option> open = command.ask(
                asked -> asked.options().stream()
                        .filter(option -> !option.isFlag() && option.names().contains(last))
                        .findFirst(),
                Optional.empty());
        List<Object> all = new ArrayList<>();
        if (open.isPresent() && open.get().isFile() && session.execute(FILES) instanceof Collection<?> files) {
            all.addAll(files);
        }
        open.ifPresent(option -> all.addAll(option.choices()));
        command.ask(asked -> asked.suggest(before, begun(session)), List.<Suggestion>of())
                .forEach(each -> all.add(candidate(each)));
        return all;
    }

    /** Creates a candidate. No blank follows it if a value has to be typed next. */
    private static Candidate candidate(Suggestion suggestion) {
        boolean isComplete = !suggestion.value().endsWith("=");
        return new Candidate(
                suggestion.value(), suggestion.value(), null, suggestion.description(), null, null, isComplete);
    }

    private static String begun(CommandSession session) {
        return session.get(LINE) instanceof ParsedLine line
                ? line.word()
                        .substring(0, Math.min(line.wordCursor(), line.word().length()))
                : "";
    }

    private static Object typed(CommandSession session, List<Object> arguments) {
        return wordsBefore(session).contains(arguments.getFirst().toString());
    }

    /** Returns the complete words between the command's name and the cursor. */
    private static List<String> wordsBefore(CommandSession session) {
        return Optional.ofNullable(session.get(LINE))
                .map(ParsedLine.class::cast)
                .filter(line -> line.wordIndex() > 0)
                .map(line -> line.words().subList(1, line.wordIndex()))
                .orElse(List.of());
    }
}
