package org.asterism.console.web.internal.view;

import java.util.Locale;
import java.util.Map;
import org.asterism.profile.IdleCause;
import org.asterism.profile.Profile;
import org.asterism.profile.WorkerProfile;

/** {@code /api/idle}: what workers did, and why they were idle. */
final class IdleView {
    private static final int MOST_CAUSES = 30;

    private IdleView() {}

    static JsonObject of(Profile profile) {
        return new JsonObject()
                .with("nanos", profile.nanos())
                .with(
                        "workers",
                        profile.workers().stream().map(IdleView::worker).toList())
                .with(
                        "causes",
                        profile.idle().stream()
                                .limit(MOST_CAUSES)
                                .map(IdleView::cause)
                                .toList());
    }

    private static JsonObject worker(WorkerProfile worker) {
        return new JsonObject()
                .with("id", worker.id())
                .with("name", worker.name())
                .with("activities_ns", nanos(worker.exclusive()))
                .with("idle_ns", nanos(worker.idle()));
    }

    private static <E extends Enum<E>> JsonObject nanos(Map<E, Long> times) {
        JsonObject object = new JsonObject();
        times.keySet().stream().sorted().forEach(key -> object.with(word(key), times.get(key)));
        return object;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static JsonObject cause(IdleCause cause) {
        return new JsonObject()
                .with("worker", cause.worker())
                .with("reason", word(cause.reason()))
                .with("cause", cause.cause())
                .with("periods", cause.periods())
                .with("nanos", cause.nanos())
                .with("example", cause.example());
    }
}
