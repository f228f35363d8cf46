package org.asterism.shell.gogo.internal.profile;

import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.View;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:stats}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "stats")
public final class StatsCommand extends Command {
    private static final String ON = "on";
    private static final String OFF = "off";

    private final Runtimes runtimes;
    private final Retained<Profilers> profilers;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes are profiled
     * @param bundle finds what keeps the figures
     */
    @Activate
    public StatsCommand(@Reference Runtimes runtimes, BundleContext bundle) {
        this.runtimes = runtimes;
        profilers = new Retained<>(bundle, Profilers.class);
    }

    /**
     * Switches profiling, or shows figures.
     *
     * @param reset whether to set the figures to 0 after they were shown
     * @param words nothing, {@code on} or {@code off}
     * @return a {@link StatsView}
     */
    @Descriptor("shows where time goes: states of workers, reasons for idle time, codelets, links; on and off switch"
            + " profiling")
    public View stats(
            @Descriptor("set the figures to 0 after showing them")
                    @Parameter(names = "--reset", presentValue = "true", absentValue = "false")
                    boolean reset,
            @Descriptor("on: profile all runtimes from now on; off: stop, and keep the figures") String[] words) {
        String word = words.length == 0 ? "" : words[0];
        if (words.length > 1 || !List.of("", ON, OFF).contains(word)) {
            throw new UsageException(
                    "'" + words[words.length - 1] + "' is not understood; usage: " + usages().getFirst());
        }
        if (reset && !profilers().isOn() && !word.equals(ON)) {
            throw new UsageException("profiling is off, so there is nothing to reset; asterism:stats on begins anew");
        }
        if (word.equals(ON)) {
            profilers().on(runtimes.all());
        } else if (word.equals(OFF)) {
            profilers().off();
        }
        View view =
                new StatsView(profilers().isOn(), word.equals(ON), profilers().all());
        if (reset) {
            profilers().reset();
        }
        return view;
    }

    private Profilers profilers() {
        return profilers.get("profile");
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":stats [--json] [--watch] [--reset] [on|off]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return before.stream().anyMatch(word -> !word.startsWith("-"))
                ? List.of()
                : List.of(
                        new Suggestion(ON, "profile all runtimes from now on"),
                        new Suggestion(OFF, "stop, and keep the figures"));
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("stats on", "begin to profile"),
                new Suggestion("stats --watch", "look at it while tasks run"),
                new Suggestion("stats --reset", "show the figures so far, and begin anew"));
    }
}
