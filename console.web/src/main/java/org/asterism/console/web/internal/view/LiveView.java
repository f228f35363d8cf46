package org.asterism.console.web.internal.view;

import java.util.List;
import java.util.Optional;
import org.asterism.console.web.internal.live.LaneView;
import org.asterism.console.web.internal.live.LanesView;
import org.asterism.console.web.internal.live.RuntimeWatch;
import org.asterism.console.web.internal.live.Sample;
import org.asterism.profile.Standstill;

/**
 * {@code /api/lanes}, {@code /api/throughput} and {@code /api/standstill}: what has changed since the page asked
 * before.
 */
final class LiveView {
    private LiveView() {}

    static JsonObject lanes(RuntimeWatch watch, long since) {
        LanesView view = watch.lanes(since);
        return new JsonObject()
                .with("watch", view.watch())
                .with("now", view.now())
                .with("next", view.next())
                .with("codelets", view.codelets())
                .with("lanes", view.lanes().stream().map(LiveView::lane).toList())
                .with(
                        "incidents",
                        view.incidents().stream()
                                .map(each -> new JsonObject()
                                        .with("time", each.time())
                                        .with("loss", each.isLoss())
                                        .with("text", each.text()))
                                .toList());
    }

    private static JsonObject lane(LaneView lane) {
        JsonObject object = new JsonObject()
                .with("worker", lane.worker())
                .with("cells", lane.cells())
                .with("tasks", lane.tasks())
                .with("busy_ns", lane.busy());
        return lane.runningCodelet() < 0
                ? object
                : object.with("running", lane.runningCodelet()).with("since", lane.runningSince());
    }

    /** {@code /api/standstill}: no tasks if something moves. */
    static JsonObject standstill(RuntimeWatch watch) {
        Optional<Standstill> standstill = watch.standstill();
        return new JsonObject()
                .with("tasks", standstill.map(Standstill::tasks).orElse(0L))
                .with("still_ns", standstill.map(Standstill::nanos).orElse(0L))
                .with(
                        "explanation",
                        standstill
                                .map(each -> ExplanationView.explanation(each.why()))
                                .orElse(null));
    }

    static List<JsonObject> throughput(RuntimeWatch watch, long after) {
        return watch.samples(after).stream().map(LiveView::sample).toList();
    }

    private static JsonObject sample(Sample sample) {
        return new JsonObject()
                .with("number", sample.number())
                .with("ms", sample.millis())
                .with("time", sample.time())
                .with("submitted", sample.submitted())
                .with("ready", sample.ready())
                .with("running", sample.running())
                .with("done", sample.done())
                .with("failed", sample.failed())
                .with("cancelled", sample.cancelled())
                .with("tasks_per_second", sample.rate());
    }
}
