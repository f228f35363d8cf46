package org.asterism.trace.internal.reading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceWorker;
import org.asterism.trace.internal.format.AccessCode;
import org.asterism.trace.internal.format.Head;
import org.asterism.trace.internal.format.SubmissionParts;

/** Makes events of records. Any thread may use it. */
final class EventDecoder {
    private final Vocabulary vocabulary;

    EventDecoder(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** Gives the events of the record that a cursor is at to a reader. */
    void decode(RecordCursor from, Consumer<? super TraceEvent> reader) {
        long time = from.time();
        TraceThread thread = vocabulary.threads.get(from.thread());
        long task = Head.taskOf(from.word(0));
        TraceEvent event = switch (from.kind()) {
            case TIME -> null;
            case DEPENDENCIES -> {
                dependencies(from, thread, task, reader);
                yield null;
            }
            case SUBMITTED -> submitted(from, thread, task);
            case READY -> new TraceEvent.Ready(time, thread, task);
            case PUSHED -> new TraceEvent.Pushed(time, thread, task);
            case DECIDED ->
                new TraceEvent.Decided(
                        time, thread, task, worker(from), real(from, 1), real(from, 2), real(from, 3), real(from, 4));
            case STORED -> new TraceEvent.Stored(time, thread, task, text(Head.smallOf(from.word(0))), component(from));
            case POPPED -> new TraceEvent.Popped(time, thread, task, worker(from), name(Head.smallOf(from.word(0))));
            case FETCHING -> new TraceEvent.Fetching(time, thread, task, worker(from));
            case FETCHED -> new TraceEvent.Fetched(time, thread, task, worker(from));
            case LAUNCHED -> new TraceEvent.Launched(time, thread, task, worker(from));
            case EXECUTED -> new TraceEvent.Executed(time, thread, task, worker(from), from.word(1), from.word(2));
            case TOOK_PART ->
                new TraceEvent.TookPart(
                        time, thread, task, worker(from), Head.smallOf(from.word(0)), from.word(1), from.word(2));
            case COMPLETED -> new TraceEvent.Completed(time, thread, task, state(from.small()));
            case CALLBACK_BEGAN -> new TraceEvent.CallbackBegan(time, thread, task);
            case CALLBACK_ENDED -> new TraceEvent.CallbackEnded(time, thread, task);
            case SLEPT -> new TraceEvent.Slept(time, thread, worker(from));
            case WOKE -> new TraceEvent.Woke(time, thread, worker(from));
            case TRANSFER_BEGAN ->
                new TraceEvent.TransferBegan(
                        time, thread, handle(from.word(0)), source(from), target(from), from.word(2), from.word(3));
            case TRANSFERRED ->
                new TraceEvent.Transferred(
                        time,
                        thread,
                        handle(from.word(0)),
                        source(from),
                        target(from),
                        from.word(2),
                        from.word(3),
                        from.word(4));
            case TRANSFER_FAILED ->
                new TraceEvent.TransferFailed(
                        time,
                        thread,
                        handle(from.word(0)),
                        source(from),
                        target(from),
                        from.word(2),
                        from.word(3),
                        from.word(4));
            case ALLOCATED -> new TraceEvent.Allocated(time, thread, handle(from.word(0)), memory(from), from.word(1));
            case FREED ->
                new TraceEvent.Freed(
                        time, thread, handle(from.word(0)), memory(from), from.word(1), (from.small() & 1) != 0);
            case POLICY_CHANGED ->
                new TraceEvent.PolicyChanged(
                        time, thread, text(from.word(0)), name(Head.high(from.word(1))), name(Head.low(from.word(1))));
            case JOINED -> new TraceEvent.Joined(time, thread, worker(from), text(from.word(0)));
            case LEFT -> new TraceEvent.Left(time, thread, worker(from), text(from.word(0)));
            case LOST -> new TraceEvent.Lost(time, thread, worker(from), text(from.word(0)));
            case ITERATION_BEGAN -> new TraceEvent.IterationBegan(time, thread, from.word(0), from.small());
            case ITERATION_ENDED -> new TraceEvent.IterationEnded(time, thread, from.word(0), from.small());
            case EVENTS_LOST -> new TraceEvent.EventsLost(time, thread, from.word(0));
        };
        if (event != null) {
            reader.accept(event);
        }
    }

    private String component(RecordCursor from) {
        return from.small() == 0 ? "" : text(from.small());
    }

    private TraceEvent submitted(RecordCursor from, TraceThread thread, long task) {
        int parts = from.small();
        int word = 2;
        double flops = (parts & SubmissionParts.FLOPS) == 0 ? 0 : real(from, word++);
        int footprint = 0;
        List<TraceAccess> accesses = List.of();
        if ((parts & SubmissionParts.DATA) != 0) {
            footprint = Head.high(from.word(word));
            accesses = accesses(from, word + 1, Head.low(from.word(word)));
            word += 1 + (accesses.size() + 1) / 2;
        }
        return new TraceEvent.Submitted(
                from.time(),
                thread,
                task,
                text(Head.high(from.word(1))),
                text(Head.smallOf(from.word(0))),
                Head.low(from.word(1)),
                flops,
                footprint,
                accesses,
                iterations(from, word, parts));
    }

    private static List<Long> iterations(RecordCursor from, int word, int parts) {
        int count = Integer.bitCount(parts & (SubmissionParts.ITERATION | SubmissionParts.SUBITERATION));
        if (count == 0 || word + count > from.length()) {
            return List.of();
        }
        return count == 1 ? List.of(from.word(word)) : List.of(from.word(word), from.word(word + 1));
    }

    private List<TraceAccess> accesses(RecordCursor from, int word, int written) {
        int count = Math.clamp(written, 0, Math.max(2 * (from.length() - word), 0));
        List<TraceAccess> accesses = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            long pair = from.word(word + index / 2);
            int code = index % 2 == 0 ? Head.high(pair) : Head.low(pair);
            accesses.add(new TraceAccess(handle(AccessCode.handle(code)), AccessCode.mode(code)));
        }
        return Collections.unmodifiableList(accesses);
    }

    private static void dependencies(
            RecordCursor from, TraceThread thread, long task, Consumer<? super TraceEvent> reader) {
        for (int index = 1; index < from.length(); index++) {
            reader.accept(new TraceEvent.Dependency(from.time(), thread, task, from.word(index)));
        }
    }

    private static TaskState state(int code) {
        return switch (code) {
            case 1 -> TaskState.FAILED;
            case 2 -> TaskState.CANCELLED;
            default -> TaskState.DONE;
        };
    }

    private static double real(RecordCursor from, int word) {
        return Double.longBitsToDouble(from.word(word));
    }

    private TraceWorker worker(RecordCursor from) {
        return vocabulary.workers.get(from.small());
    }

    private TraceHandle handle(long word) {
        return vocabulary.handles.get(Head.low(word));
    }

    private TraceNode source(RecordCursor from) {
        return vocabulary.nodes.get(Head.high(from.word(1)));
    }

    private TraceNode target(RecordCursor from) {
        return vocabulary.nodes.get(Head.low(from.word(1)));
    }

    private TraceNode memory(RecordCursor from) {
        return vocabulary.nodes.get(Head.high(from.word(0)));
    }

    private String text(long number) {
        return vocabulary.names.get((int) number);
    }

    private Optional<String> name(int number) {
        return number == 0 ? Optional.empty() : Optional.of(text(number));
    }
}
