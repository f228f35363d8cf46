package org.asterism.shell.gogo.internal.debug;

import org.apache.felix.service.command.CommandSession;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Stop;
import org.asterism.shell.gogo.internal.command.JlinePrompt;
import org.asterism.shell.gogo.internal.command.Terminals;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Prints a line in the session that has set a breakpoint last, whenever a task is stopped. */
@Component(service = StopReports.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class StopReports {
    private final Runnable end;
    private volatile CommandSession session;

    /**
     * Called by Declarative Services.
     *
     * @param breakpoints whose stops are reported
     */
    @Activate
    public StopReports(@Reference Breakpoints breakpoints) {
        end = breakpoints.listen(this::report);
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        end.run();
        session = null;
    }

    void showIn(CommandSession shown) {
        session = shown;
    }

    private void report(Stop stop) {
        CommandSession shown = session;
        if (shown == null) {
            return;
        }
        String line = stop + "; 'continue' or 'step' lets it go on";
        if (Terminals.isInteractive(shown)) {
            JlinePrompt.printAbove(shown, line);
        } else {
            shown.getConsole().println(line);
        }
    }
}
