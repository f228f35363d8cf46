package org.asterism.shell.gogo.internal.entry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.asterism.report.text.Answer;
import org.asterism.run.Applications;
import org.asterism.run.Display;
import org.asterism.run.Failure;
import org.asterism.run.Invocation;
import org.asterism.run.RunRecord;
import org.asterism.run.Runner;
import org.asterism.run.RunningApplication;
import org.asterism.shell.gogo.internal.command.Json;
import org.asterism.shell.gogo.internal.command.Terminals;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Entry for {@code asterism run APP [options]}: it takes the words as {@code String[]} and returns the exit status. */
@Component(
        service = ToIntFunction.class,
        property = Entry.PROPERTY + "=run",
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class RunEntry implements ToIntFunction<String[]> {
    /**
     * Maximum wait for an application to appear. Bundles in a watched folder appear within a second, and a mistyped
     * name should not wait much longer.
     */
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final Runner runner;
    private final Applications applications;
    private final Streams streams;
    private final Duration patience;

    /**
     * Called by Declarative Services.
     *
     * @param runner runs applications
     * @param applications the applications
     * @param streams output streams
     */
    @Activate
    public RunEntry(@Reference Runner runner, @Reference Applications applications, @Reference Streams streams) {
        this(runner, applications, streams, PATIENCE);
    }

    RunEntry(Runner runner, Applications applications, Streams streams, Duration patience) {
        this.runner = runner;
        this.applications = applications;
        this.streams = streams;
        this.patience = patience;
    }

    @Override
    public int applyAsInt(String[] words) {
        boolean debug = Entry.debug(words);
        RunningApplication[] begun = new RunningApplication[1];
        try {
            return run(List.of(words), run -> begun[0] = run);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            streams.complain(Failure.line(interrupted), interrupted, debug);
            return Failure.FAILED;
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError | AssertionError problem) {
            streams.complain(Failure.line(problem), problem, debug);
            return Failure.status(problem);
        } finally {
            if (begun[0] != null) {
                begun[0].reported();
            }
        }
    }

    private int run(List<String> words, Consumer<RunningApplication> whenBegun) throws Exception {
        Invocation invocation = Invocation.parse(applications, words, patience);
        if (invocation.help().isPresent()) {
            streams.out().println(invocation.help().get().apply(Invocation.USUAL_COLUMNS));
            streams.out().flush();
            return 0;
        }
        boolean draws = invocation.drawsProgress() && Terminals.isErrorOnTerminal();
        Optional<Display> display = draws ? Optional.of(new Display(streams.err(), () -> true)) : Optional.empty();
        AtomicBoolean allCorrect = new AtomicBoolean(true);
        Path folder = Path.of("").toAbsolutePath();
        RunningApplication run = runner.start(invocation, Optional.empty(), folder, streams.out(), display, record -> {
            show(record, invocation);
            if (!record.correct()) {
                allCorrect.set(false);
            }
        });
        whenBegun.accept(run);
        run.await();
        if (!allCorrect.get()) {
            String message = "the result of '" + invocation.application().name() + "' is wrong";
            streams.complain(message, null, false);
            return Failure.FAILED;
        }
        return 0;
    }

    private void show(RunRecord record, Invocation invocation) {
        // Otherwise the application used standard output for the requested format.
        if (!record.printed()) {
            if (invocation.json()) {
                streams.out().println(Json.line(record.json()));
            } else if (!invocation.quiet()) {
                streams.out().println(record.text(Answer.USUAL_WIDTH));
            }
        }
        streams.out().flush();
    }
}
