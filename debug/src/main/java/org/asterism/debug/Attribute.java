package org.asterism.debug;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.asterism.api.Worker;

/** What conditions can ask of a task. */
enum Attribute {
    ID(true, false, occasion -> occasion.task().id()),
    PRIORITY(true, false, occasion -> occasion.task().priority()),
    FLOPS(true, false, occasion -> occasion.task().flops()),
    BYTES(true, false, occasion -> occasion.task().dataBytes()),
    CODELET(false, false, occasion -> occasion.task().codelet().name()),
    CONTEXT(false, false, occasion -> occasion.task().context().name()),
    WORKER(false, true, occasion -> worker(occasion).name()),
    ARCH(false, true, occasion -> worker(occasion).architecture().name());

    private final boolean isNumber;
    private final boolean needsWorker;
    private final Function<Occasion, Object> value;

    Attribute(boolean isNumber, boolean needsWorker, Function<Occasion, Object> value) {
        this.isNumber = isNumber;
        this.needsWorker = needsWorker;
        this.value = value;
    }

    /** The chosen worker of a decision, else the one that has taken the task. */
    private static Worker worker(Occasion occasion) {
        return occasion.point() == Point.SCHED
                ? occasion.decision().map(Decision::worker).orElseGet(occasion.worker()::orElseThrow)
                : occasion.worker().orElseThrow();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isNumber() {
        return isNumber;
    }

    /** Whether it is known at a point. */
    boolean isKnownAt(Point point) {
        return !needsWorker || point != Point.PUSH;
    }

    double number(Occasion occasion) {
        return ((Number) value.apply(occasion)).doubleValue();
    }

    String text(Occasion occasion) {
        return value.apply(occasion).toString();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Attribute::word).toList();
    }
}
