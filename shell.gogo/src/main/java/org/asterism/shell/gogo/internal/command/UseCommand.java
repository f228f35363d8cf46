package org.asterism.shell.gogo.internal.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Said;
import org.asterism.run.option.KeyValues;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:use}, which replaces the policy of a context. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "use")
public final class UseCommand extends Command {
    private final Runtimes runtimes;
    private final Trees trees;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose contexts can be changed
     * @param trees declares a tree from a file
     */
    @Activate
    public UseCommand(@Reference Runtimes runtimes, @Reference Trees trees) {
        this.runtimes = runtimes;
        this.trees = trees;
    }

    /**
     * Replaces a context's policy.
     *
     * @param session session of the command
     * @param tree file with the description of a tree as the policy; empty if the policy is named
     * @param context {@code CONTEXT} or {@code RUNTIME/CONTEXT}
     * @param policy name of the new policy, unless there is a tree, followed by properties {@code key=value}
     * @return report of the replacement
     */
    @Descriptor("replaces the scheduling policy of a context, while tasks run")
    public Answer use(
            CommandSession session,
            @Descriptor("a file with the description of a tree of components, instead of POLICY")
                    @Parameter(names = "--tree", absentValue = "")
                    String tree,
            @Descriptor("CONTEXT or RUNTIME/CONTEXT, as asterism:contexts lists them") String context,
            @Descriptor("POLICY, as asterism:policies lists them, and key=value: its properties") String[] policy) {
        Runtimes.Located located = runtimes.context(context);
        List<String> words = List.of(policy);
        if (tree.isEmpty() && words.isEmpty()) {
            throw new UsageException("say which policy context '" + context
                    + "' shall have: asterism:use CONTEXT POLICY [key=value...], or --tree FILE instead of POLICY");
        }
        Map<String, String> properties = KeyValues.parse(tree.isEmpty() ? words.subList(1, words.size()) : words);
        String before = located.context().policy().orElse(null);
        long[] nanos = new long[1];
        Consumer<String> use = name -> {
            long begin = System.nanoTime();
            located.context().usePolicy(name, properties);
            nanos[0] = System.nanoTime() - begin;
        };
        String name;
        if (tree.isEmpty()) {
            name = words.getFirst();
            use.accept(name);
        } else {
            name = trees.keep(session.currentDir().resolve(tree).normalize(), use);
        }
        return swapped(located, before, name, nanos[0]);
    }

    private static Said swapped(Runtimes.Located located, String before, String policy, long nanoseconds) {
        int workers = located.context().workers().size();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", located.runtime().name());
        fields.put("context", located.label());
        fields.put("policy_before", before);
        fields.put("policy", policy);
        fields.put("workers", workers);
        fields.put("time_ms", nanoseconds / 1e6);
        String sentence = String.format(
                Locale.ROOT,
                "%s: %s -> %s (%d worker%s) in %.1f ms",
                located.label(),
                before == null ? "parked" : before,
                policy,
                workers,
                workers == 1 ? "" : "s",
                nanoseconds / 1e6);
        return new Said(sentence, fields);
    }

    @Override
    protected List<String> usages() {
        return List.of("asterism:use CONTEXT POLICY [key=value...]", "asterism:use CONTEXT --tree FILE [key=value...]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        List<String> words =
                before.stream().filter(word -> !word.startsWith("-")).toList();
        return switch (words.size()) {
            case 0 -> runtimes.suggestedContexts();
            case 1 ->
                runtimes.context(words.getFirst()).runtime().runtime().policies().stream()
                        .map(policy -> new Suggestion(policy.name(), policy.description()))
                        .toList();
            default ->
                runtimes.context(words.getFirst()).runtime().runtime().policies().stream()
                        .filter(policy -> policy.name().equals(words.get(1)))
                        .flatMap(policy -> PropertySuggestions.words(policy.parameters(), words).stream())
                        .toList();
        };
    }
}
