package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.run.option.KeyValues;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:balance}, which starts, stops and shows the balancer of a runtime. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "balance")
public final class BalanceCommand extends Command {
    static final String OFF = "off";

    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose contexts are balanced
     */
    @Activate
    public BalanceCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Starts or stops a balancer, or shows what it does.
     *
     * @param name the name of the runtime; empty for the first
     * @param words nothing, {@code off}, or a balancer's name and its properties, each {@code key=value}
     * @return a {@link BalanceReport}
     */
    @Descriptor("shows what moves workers between contexts; with a name, puts that balancer in charge; with off, none")
    public Answer balance(
            @Descriptor("the runtime with the contexts; by default the first one")
                    @Parameter(names = "--runtime", absentValue = "")
                    String name,
            @Descriptor("BALANCER, as asterism:balance lists them, and key=value: its properties; or off")
                    String[] words) {
        NamedRuntime runtime = name.isEmpty() ? runtimes.all().getFirst() : runtimes.named(name);
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
        return new BalanceReport(
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
