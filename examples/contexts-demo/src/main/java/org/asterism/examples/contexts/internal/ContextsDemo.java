package org.asterism.examples.contexts.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownBalancerException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.asterism.spi.application.UsageException;
import org.asterism.spi.file.OutputFile;
import org.osgi.service.component.annotations.Component;

/**
 * Runs two programs side by side in two contexts, first with fixed workers and then with a balancer that moves them.
 */
@Component(
        property = {
            Application.NAME + "=contexts-demo",
            Application.DESCRIPTION + "=Two programs side by side in two contexts, and a balancer that moves workers"
        })
public final class ContextsDemo implements Application {
    /** Made by Declarative Services. */
    public ContextsDemo() {}

    @Override
    public List<ApplicationOption> options() {
        return Settings.OPTIONS;
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        Settings settings = Settings.of(run);
        TaskRuntime runtime = run.runtime();
        Optional<Path> picture = run.file("picture");
        picture.ifPresent(ContextsDemo::requireWritable);
        Machine machine = Machine.halved(runtime.workers());
        boolean warmsUp = runtime.simulation().isEmpty();
        run.expectTasks(
                settings.allTasks() * (settings.balancer().isPresent() ? 2 : 1) + (warmsUp ? settings.tasksOf(1) : 0));
        Trial trial = new Trial(run, settings, machine);
        try {
            if (warmsUp) {
                trial.warmUp();
            }
            Timeline without = trial.run(Optional.empty());
            Map<String, String> times = settings.balancer()
                    .map(choice -> times(runtime, choice, without))
                    .orElse(Map.of());
            Optional<Timeline> with = settings.balancer().isPresent()
                    ? Optional.of(trial.run(settings.balancer().map(choice -> choice.with(times))))
                    : Optional.empty();
            if (picture.isPresent()) {
                draw(picture.get(), new Picture(machine, settings, without, with).draw());
            }
            return new ApplicationResult(trial.isCorrect(), fields(settings, machine, without, times, with, trial));
        } catch (UnknownBalancerException | UnknownPolicyException | IllegalArgumentException wrong) {
            throw new UsageException(wrong.getMessage());
        }
    }

    /** The times that the user has not named; none if there is no such balancer, as the runtime will say. */
    private static Map<String, String> times(TaskRuntime runtime, Choice choice, Timeline without) {
        return runtime.balancers().stream()
                .filter(balancer -> balancer.name().equals(choice.name()))
                .findFirst()
                .map(balancer -> Pace.of(choice, balancer, without.phase()))
                .orElse(Map.of());
    }

    /** Before the run, because it would be a pity to learn it afterwards. */
    private static void requireWritable(Path file) {
        OutputFile.objection(file).ifPresent(objection -> {
            throw new UsageException("option '--picture' is '" + file + "', which " + objection);
        });
    }

    private static void draw(Path file, String picture) {
        try {
            Files.writeString(file, picture);
        } catch (IOException failure) {
            throw new UsageException("--picture " + file + ": cannot be written: " + failure.getMessage());
        }
    }

    private static Map<String, Object> fields(
            Settings settings,
            Machine machine,
            Timeline without,
            Map<String, String> times,
            Optional<Timeline> with,
            Trial trial) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workers_left", machine.left().size());
        fields.put("workers_right", machine.right().size());
        fields.put("tasks", settings.allTasks());
        fields.put("phases", settings.phases());
        fields.put("time_without_ms", without.makespan() / 1e6);
        with.ifPresent(timeline -> {
            fields.put("balancer", settings.balancer().orElseThrow().name());
            fields.put("balancer_times", times);
            fields.put("time_ms", timeline.makespan() / 1e6);
            fields.put("speedup", (double) without.makespan() / timeline.makespan());
            fields.put("moves", timeline.changes().size());
            fields.put(
                    "who_moved",
                    timeline.changes().stream().map(ContextsDemo::inWords).toList());
        });
        fields.put("correct", trial.isCorrect());
        return fields;
    }

    private static Map<String, Object> inWords(Timeline.Change change) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("at_ms", change.time() / 1e6);
        words.put("worker", change.name());
        words.put("from", change.from());
        words.put("to", change.to());
        return words;
    }
}
