package org.asterism.shell.gogo.internal.profile;

import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.profile.metrics.Metrics;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** {@code asterism:metrics}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "metrics")
public final class MetricsCommand extends Command {
    private final Retained<Metrics> metrics;

    /**
     * Called by Declarative Services.
     *
     * @param bundle finds the metrics
     */
    @Activate
    public MetricsCommand(BundleContext bundle) {
        metrics = new Retained<>(bundle, Metrics.class);
    }

    /**
     * Reads the metrics.
     *
     * @return a {@link MetricsText}
     */
    @Descriptor("prints the metrics of all runtimes, as monitoring systems read them")
    public Answer metrics() {
        return new MetricsText(metrics.get("profile").read());
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":metrics [--json]");
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("metrics", "all metrics, as OpenMetrics text"),
                new Suggestion("metrics | grep ready", "the lengths of the queues"));
    }
}
