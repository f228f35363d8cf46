package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.BalancerChoice;
import org.asterism.api.BalancerDescription;
import org.asterism.api.Balancing;
import org.asterism.api.WorkerMove;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Column;
import org.asterism.report.text.Fields;
import org.asterism.report.text.Listing;
import org.asterism.report.text.NearestNames;
import org.asterism.run.option.KeyValues;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:balance}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "balance")
public final class BalanceCommand extends Command {
    private static final String OFF = "off";
    private static final int MOST_SHOWN = 10;

    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose contexts are balanced
     */
    @Activate
    public BalanceCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * How the contexts of a runtime are balanced.
     *
     * @param runtime its name
     * @param now by which balancer, if any
     * @param nanoTime what the runtime's clock shows
     * @param there the balancers that there are
     * @param explains whether the text says which balancers there are and what they can be told
     */
    record Report(String runtime, Balancing now, long nanoTime, List<BalancerDescription> there, boolean explains)
            implements Answer {
        @Override
        public String text(int width) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("balancer", now.wanted().map(Report::inWords).orElse(OFF));
            now.trouble().ifPresent(trouble -> fields.put("not in charge", trouble));
            fields.put("looks", now.looks());
            fields.put("moves", now.moves());
            fields.put("refused", now.refused());
            List<String> parts = new ArrayList<>();
            parts.add(new Fields(fields).text(width));
            List<WorkerMove> last = now.lastMoves();
            if (!last.isEmpty()) {
                parts.add(new Listing<>(
                                last.subList(Math.max(0, last.size() - MOST_SHOWN), last.size()),
                                List.of(
                                        Column.of("seconds ago", move -> secondsAgo(move)),
                                        Column.of(
                                                "worker", move -> move.worker().name()),
                                        Column.of("from", move -> move.from().orElse("")),
                                        Column.of("to", move -> move.to().orElse(""))),
                                "")
                        .text(width));
            }
            if (explains) {
                explain(parts, width);
            }
            return String.join("\n\n", parts);
        }

        private void explain(List<String> parts, int width) {
            parts.add(new Listing<>(
                            there,
                            List.of(
                                    Column.of("name", BalancerDescription::name),
                                    Column.of("description", BalancerDescription::description),
                                    Column.of("provider", BalancerDescription::provider)),
                            "There are no balancers: install a balancer's bundle.")
                    .text(width));
            List<Told> parameters = there.stream()
                    .flatMap(each -> each.parameters().stream().map(text -> new Told(each.name(), text)))
                    .toList();
            if (!parameters.isEmpty()) {
                parts.add(new Listing<>(
                                parameters,
                                List.of(
                                        Column.of("balancer", Told::balancer),
                                        Column.of("parameter (default): meaning", Told::text)),
                                "")
                        .whole(width));
            }
        }

        /** One of the parameters of a balancer, in words. */
        private record Told(String balancer, String text) {}

        private static String inWords(BalancerChoice choice) {
            StringBuilder words = new StringBuilder(choice.name());
            new TreeMap<>(choice.properties())
                    .forEach((name, value) ->
                            words.append(' ').append(name).append('=').append(value));
            return words.toString();
        }

        private double secondsAgo(WorkerMove move) {
            return Math.round((nanoTime - move.nanoTime()) / 1e6) / 1e3;
        }

        @Override
        public Map<String, Object> json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("runtime", runtime);
            fields.put("balancer", now.wanted().map(BalancerChoice::name).orElse(null));
            fields.put(
                    "properties",
                    now.wanted()
                            .map(choice -> new TreeMap<>(choice.properties()))
                            .orElseGet(TreeMap::new));
            fields.put("in_charge", now.isInCharge());
            fields.put("trouble", now.trouble().orElse(null));
            fields.put("looks", now.looks());
            fields.put("moves", now.moves());
            fields.put("refused", now.refused());
            fields.put("last_moves", now.lastMoves().stream().map(this::json).toList());
            fields.put("balancers", there.stream().map(Report::json).toList());
            return fields;
        }

        private Map<String, Object> json(WorkerMove move) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("seconds_ago", secondsAgo(move));
            fields.put("worker", move.worker().name());
            fields.put("from", move.from().orElse(null));
            fields.put("to", move.to().orElse(null));
            return fields;
        }

        private static Map<String, Object> json(BalancerDescription balancer) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", balancer.name());
            fields.put("description", balancer.description());
            fields.put("parameters", balancer.parameters());
            fields.put("provider", balancer.provider());
            return fields;
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    /**
     * Puts a balancer in charge, takes it out, or shows what it does.
     *
     * @param name the name of the runtime; empty for the first
     * @param words nothing, {@code off}, or a balancer's name and its properties, each {@code key=value}
     * @return a {@link Report}
     */
    @Descriptor("shows what moves workers between contexts; with a name, puts that balancer in charge; with off, none")
    public Answer balance(
            @Descriptor("the runtime whose contexts are meant; the default one if it is not given")
                    @Parameter(names = "--runtime", absentValue = "")
                    String name,
            @Descriptor("BALANCER, as asterism:balance lists them, and key=value: its properties; or off")
                    String[] words) {
        NamedRuntime runtime = runtime(name);
        if (words.length > 0) {
            Map<String, String> properties = KeyValues.parse(List.of(words).subList(1, words.length));
            if (!words[0].equals(OFF)) {
                use(runtime, words[0], properties);
            } else if (properties.isEmpty()) {
                runtime.runtime().stopBalancing();
            } else {
                throw new UsageException("'off' has no properties: write asterism:balance off");
            }
        }
        return new Report(
                runtime.name(),
                runtime.runtime().balancing(),
                runtime.runtime().clock().nanoTime(),
                runtime.runtime().balancers(),
                words.length == 0);
    }

    private static void use(NamedRuntime runtime, String balancer, Map<String, String> properties) {
        try {
            runtime.runtime().balance(balancer, properties);
        } catch (IllegalArgumentException refused) {
            throw new UsageException(refused.getMessage());
        }
    }

    private NamedRuntime runtime(String name) {
        List<NamedRuntime> all = runtimes.all();
        return all.stream()
                .filter(each -> name.isEmpty() || each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no runtime '" + name + "'; "
                        + NearestNames.instead(
                                name, all.stream().map(NamedRuntime::name).toList(), "asterism:workers")));
    }

    @Override
    protected List<String> usages() {
        return List.of(
                "asterism:balance [--runtime NAME]",
                "asterism:balance [--runtime NAME] BALANCER [key=value...]",
                "asterism:balance [--runtime NAME] off");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        if (before.stream().anyMatch(word -> !word.startsWith("-"))) {
            return List.of();
        }
        List<Suggestion> suggestions = new ArrayList<>();
        runtimes.all()
                .getFirst()
                .runtime()
                .balancers()
                .forEach(each -> suggestions.add(new Suggestion(each.name(), each.description())));
        suggestions.add(new Suggestion(OFF, "workers stay where they are"));
        return suggestions;
    }
}
