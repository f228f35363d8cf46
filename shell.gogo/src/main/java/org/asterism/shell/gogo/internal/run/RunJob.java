package org.asterism.shell.gogo.internal.run;

import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.asterism.run.Display;
import org.asterism.run.Failure;
import org.asterism.run.Invocation;
import org.asterism.run.RunningApplication;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.JlineInterrupts;
import org.asterism.shell.gogo.internal.command.Output;
import org.asterism.shell.gogo.internal.command.Terminals;

/**
 * Gogo job in which an application runs.
 *
 * @param session session of the command
 * @param job the job; null if Gogo has created none
 */
record RunJob(CommandSession session, Job job) {
    static RunJob current(CommandSession session) {
        return new RunJob(session, Job.Utils.current());
    }

    boolean isInBackground() {
        return Output.isInBackground(job);
    }

    /** Prints a failure that Gogo does not report: that of a background job, or of a job that Ctrl-C has left. */
    void report(Exception failure) {
        if (isInBackground() || job != null && job.status() == Job.Status.Done) {
            session.getConsole().println(Command.SCOPE + ":run: " + Failure.line(failure));
        }
    }

    /**
     * Makes Ctrl-C cancel the run. Gogo handles a second Ctrl-C and returns to the prompt at once.
     *
     * @return action that returns Ctrl-C to Gogo
     */
    Runnable takeInterrupts(RunningApplication run) {
        if (job == null || !Terminals.isInteractive(session)) {
            return () -> {};
        }
        return new JlineInterrupts(session, () -> job.status() == Job.Status.Foreground && run.cancel("Ctrl-C"))::close;
    }

    /** Returns the display for progress; empty if no user would see it. */
    Optional<Display> display(Invocation invocation) {
        if (!invocation.drawsProgress() || job == null || !Terminals.isInteractive(session)) {
            return Optional.empty();
        }
        return Optional.of(
                new Display(session.getConsole(), () -> !isInBackground() && job.status() == Job.Status.Foreground));
    }
}
