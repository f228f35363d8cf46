package org.asterism.shell.gogo.internal.debug;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.debug.Breakpoints;
import org.asterism.report.text.View;
import org.asterism.shell.gogo.internal.command.Command;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:breaks}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "breaks")
public final class BreaksCommand extends Command {
    private final Breakpoints breakpoints;

    /**
     * Called by Declarative Services.
     *
     * @param breakpoints are listed
     */
    @Activate
    public BreaksCommand(@Reference Breakpoints breakpoints) {
        this.breakpoints = breakpoints;
    }

    /**
     * Lists breakpoints and stopped tasks.
     *
     * @return a {@link BreakListing}
     */
    @Descriptor("lists the breakpoints, and the tasks that are stopped")
    public View breaks() {
        return new BreakListing(breakpoints.all(), breakpoints.stops());
    }
}
