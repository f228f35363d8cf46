package org.asterism.shell.gogo.internal.debug;

import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.debug.Breakpoints;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:continue}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "continue")
public final class ContinueCommand extends Command {
    private final Breakpoints breakpoints;

    /**
     * Called by Declarative Services.
     *
     * @param breakpoints with the stopped tasks
     */
    @Activate
    public ContinueCommand(@Reference Breakpoints breakpoints) {
        this.breakpoints = breakpoints;
    }

    /**
     * Lets tasks go on.
     *
     * @param stop the numbers of stops; none for all
     * @return a {@link org.asterism.report.text.Said}
     */
    @Descriptor("lets stopped tasks go on: those of the given stops, or all of them")
    public Answer continue_(@Descriptor("numbers of stops, as asterism:breaks lists them") String[] stop) {
        return ChosenStops.of(breakpoints, stop).release(breakpoints::resume, "continued");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return ChosenStops.suggestions(breakpoints);
    }
}
