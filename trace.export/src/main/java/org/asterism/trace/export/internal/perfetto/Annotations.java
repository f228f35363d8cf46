package org.asterism.trace.export.internal.perfetto;

import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.tasks.Edge;
import org.asterism.trace.export.internal.tasks.TaskRecord;

/** Details of a task that Perfetto shows when its slice is selected. */
final class Annotations {
    private final int[] numbers = new int[Key.values().length];

    private enum Key {
        TASK("task"),
        CONTEXT("context"),
        PRIORITY("priority"),
        ITERATION("iteration"),
        DATA("data"),
        BYTES("bytes"),
        FLOPS("flops"),
        POLICY("policy"),
        WAITED("ready to start (ms)"),
        ACTUAL("actual duration (ms)"),
        PREDICTED("predicted duration (ms)"),
        PREDICTED_TRANSFER("predicted transfer (ms)"),
        PREDICTED_ENERGY("predicted energy (J)"),
        PREDICTED_WORKER("predicted worker"),
        STATE("state"),
        HANDLE("handle");

        private final String text;

        Key(String text) {
            this.text = text;
        }
    }

    private static final double NANOS_PER_MILLI = 1e6;

    Annotations(Packets packets) {
        for (Key key : Key.values()) {
            numbers[key.ordinal()] = packets.name(Field.INTERNED_ANNOTATION_NAMES, key.text);
        }
    }

    /** Adds what is known of an executed task. */
    void task(Message event, TaskRecord task, TraceEvent.Executed executed) {
        number(event, Key.TASK, task.id());
        if (task.submitted() != null) {
            submission(event, task.submitted());
        }
        if (!task.iterations().isEmpty()) {
            text(event, Key.ITERATION, task.iterationText());
        }
        if (task.popped() != null && task.popped().policy().isPresent()) {
            text(event, Key.POLICY, task.popped().policy().get());
        }
        if (task.ready() != null) {
            millis(event, Key.WAITED, executed.begin() - task.ready().time());
        }
        millis(event, Key.ACTUAL, executed.end() - executed.begin());
        if (task.decided() != null) {
            decision(event, task.decided());
        }
        if (task.completed() != null) {
            text(event, Key.STATE, task.completed().state().toString());
        }
    }

    /** Adds the dependencies of a task. The flow of each begins at one task and terminates at the other. */
    void flows(Message event, TaskRecord task) {
        for (Edge edge : task.after()) {
            event.fixed(Field.EVENT_FLOW, edge.number());
        }
        for (Edge edge : task.before()) {
            event.fixed(Field.EVENT_LAST_FLOW, edge.number());
        }
    }

    /** Adds the number of a task. */
    void task(Message event, long task) {
        number(event, Key.TASK, task);
    }

    /** Adds what is known of a copy. */
    void transfer(Message event, String handle, long bytes) {
        text(event, Key.HANDLE, handle);
        number(event, Key.BYTES, bytes);
    }

    private void submission(Message event, TraceEvent.Submitted submitted) {
        text(event, Key.CONTEXT, submitted.context());
        number(event, Key.PRIORITY, submitted.priority());
        if (!submitted.accesses().isEmpty()) {
            text(event, Key.DATA, data(submitted));
            number(event, Key.BYTES, submitted.bytes());
        }
        if (submitted.flops() > 0) {
            number(event, Key.FLOPS, submitted.flops());
        }
    }

    private static String data(TraceEvent.Submitted submitted) {
        StringBuilder data = new StringBuilder();
        for (TraceAccess access : submitted.accesses()) {
            data.append(data.isEmpty() ? "" : ", ")
                    .append(access.mode())
                    .append(' ')
                    .append(access.handle().name());
        }
        return data.toString();
    }

    private void decision(Message event, TraceEvent.Decided decided) {
        text(event, Key.PREDICTED_WORKER, decided.worker().name());
        number(event, Key.PREDICTED, decided.length() / NANOS_PER_MILLI);
        number(event, Key.PREDICTED_TRANSFER, decided.transfer() / NANOS_PER_MILLI);
        number(event, Key.PREDICTED_ENERGY, decided.joules());
    }

    private void millis(Message event, Key key, long nanos) {
        number(event, key, nanos / NANOS_PER_MILLI);
    }

    private void number(Message event, Key key, double value) {
        if (Double.isFinite(value)) {
            int annotation = begin(event, key);
            event.number(Field.ANNOTATION_DOUBLE, value);
            event.end(annotation);
        }
    }

    private void number(Message event, Key key, long value) {
        int annotation = begin(event, key);
        event.number(Field.ANNOTATION_SIGNED, value);
        event.end(annotation);
    }

    private void text(Message event, Key key, String value) {
        int annotation = begin(event, key);
        event.text(Field.ANNOTATION_TEXT, value);
        event.end(annotation);
    }

    private int begin(Message event, Key key) {
        int annotation = event.begin(Field.EVENT_ANNOTATION);
        event.number(Field.ANNOTATION_NAME, numbers[key.ordinal()]);
        return annotation;
    }
}
