package org.asterism.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.report.fixture.Fakes;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;

/** Submits tasks that do nothing, and does what its options ask for. */
public final class DemoApplication implements Application {
    /** Creates the application. */
    public DemoApplication() {}

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption("n", "N", "how many tasks; 10 if not given"),
                new ApplicationOption("input", "FILE", "a file"),
                ApplicationOption.flag("late", "announce the tasks when they have ended"),
                ApplicationOption.flag("silent", "announce nothing"),
                ApplicationOption.flag("wrong", "come to a wrong result"),
                ApplicationOption.flag("unchecked", "do not check the result"),
                ApplicationOption.flag("fail", "throw"),
                ApplicationOption.flag("csv", "print a line itself"));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws Exception {
        long number = run.integer("n", 10, 0, 1000);
        if (run.flag("csv")) {
            run.out();
        }
        if (!run.flag("late") && !run.flag("silent")) {
            run.expectTasks(number);
        }
        for (long task = 0; task < number; task++) {
            run.track(run.runtime().task(Fakes.nothing())).submit();
        }
        if (run.flag("late")) {
            run.expectTasks(number);
        }
        if (run.flag("fail")) {
            throw new java.io.IOException("matrix.mtx", new IllegalStateException("line 3 is\nno number"));
        }
        run.runtime().waitAll();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time_ms", 1.5);
        fields.put("tasks_per_worker", Map.of("cpu-0", number));
        fields.put("seed", "not the runner's");
        fields.put("correct", !run.flag("wrong"));
        if (run.flag("unchecked")) {
            fields.put("checked", false);
        }
        run.file("input").ifPresent(file -> fields.put("input", file.toString()));
        if (run.flag("csv")) {
            run.out().println("demo," + number);
        }
        return new ApplicationResult(!run.flag("wrong"), fields);
    }
}
