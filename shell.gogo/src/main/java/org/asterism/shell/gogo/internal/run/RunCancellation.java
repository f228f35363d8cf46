package org.asterism.shell.gogo.internal.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.asterism.report.text.Said;
import org.asterism.run.RunRegistry;
import org.asterism.run.RunningApplication;
import org.asterism.spi.application.UsageException;

/** Cancellation of an application's run, with a limited wait for its end. */
final class RunCancellation {
    private RunCancellation() {}

    static Said cancel(RunRegistry registry, String typed) throws InterruptedException {
        List<RunningApplication> all = registry.all();
        RunningApplication run = all.stream()
                .filter(each -> typed.equals(Integer.toString(each.number())))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no run " + typed + " under way; "
                        + (all.isEmpty()
                                ? "no application runs"
                                : (all.size() == 1 ? "there is: " : "there are: ") + join(all))
                        + "; a task is typed with its codelet, such as gemm#" + typed));
        run.cancel(CancelCommand.BY);
        run.awaitEnd(RunningApplication.PATIENCE);
        RunningApplication.Progress progress = run.progress();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run.number());
        fields.put("application", run.application());
        fields.put("ended", run.hasEnded());
        fields.put("seconds", run.seconds());
        fields.put("done", progress.done());
        fields.put("failed", progress.failed());
        fields.put("cancelled", progress.cancelled());
        fields.put("running", progress.running());
        return new Said(run.report(), fields);
    }

    private static String join(List<?> all) {
        return all.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
