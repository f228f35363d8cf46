package org.asterism.console.web.internal.view;

import java.util.Locale;
import org.asterism.api.Explanation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.console.web.internal.http.RequestFailure;

/** {@code /api/explanation}: what a worker does, or why it does nothing. */
final class ExplanationView {
    private static final int NOT_FOUND = 404;

    private ExplanationView() {}

    static JsonObject of(TaskRuntime runtime, long worker) {
        Worker found = (runtime.hasBegun() ? runtime.workers() : java.util.List.<Worker>of())
                .stream()
                        .filter(each -> each.id() == worker)
                        .findFirst()
                        .orElseThrow(() -> new RequestFailure(
                                NOT_FOUND, "there is no worker " + worker + "; /api/workers lists them"));
        return explanation(runtime.explain(found));
    }

    static JsonObject explanation(Explanation explanation) {
        return new JsonObject()
                .with("subject", explanation.subject())
                .with("reason", explanation.reason().name().toLowerCase(Locale.ROOT))
                .with("text", explanation.text())
                .with(
                        "causes",
                        explanation.causes().stream()
                                .map(ExplanationView::explanation)
                                .toList());
    }
}
