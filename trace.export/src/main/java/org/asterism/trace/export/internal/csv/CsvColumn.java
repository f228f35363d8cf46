package org.asterism.trace.export.internal.csv;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.internal.tasks.Edge;
import org.asterism.trace.export.internal.tasks.TaskRecord;

/** Columns of the table. */
enum CsvColumn {
    TASK("task", (task, row) -> row.number(task.id())),
    CODELET("codelet", (task, row) -> row.text(task.codelet())),
    STATE("state", of(TaskRecord::completed, (it, row) -> row.text(it.state().toString()))),
    CONTEXT("context", of(TaskRecord::submitted, (it, row) -> row.text(it.context()))),
    POLICY("policy", of(TaskRecord::popped, (it, row) -> row.text(it.policy().orElse("")))),
    WORKER("worker", of(TaskRecord::executed, (it, row) -> row.text(it.worker().name()))),
    ARCHITECTURE(
            "architecture",
            of(TaskRecord::executed, (it, row) -> row.text(it.worker().architecture()))),
    NODE("node", of(TaskRecord::executed, (it, row) -> row.number(it.worker().node()))),
    PRIORITY("priority", of(TaskRecord::submitted, (it, row) -> row.number(it.priority()))),
    SUBMIT_ORDER("submit_order", (task, row) -> row.order(task.submitOrder())),
    BYTES("bytes", of(TaskRecord::submitted, (it, row) -> row.number(it.bytes()))),
    FLOPS("flops", of(TaskRecord::submitted, (it, row) -> row.number(it.flops()))),
    FOOTPRINT("footprint", of(TaskRecord::submitted, (it, row) -> row.text(Integer.toHexString(it.footprint())))),
    SUBMITTED("submitted_ms", (task, row) -> row.time(task.submitted())),
    READY("ready_ms", (task, row) -> row.time(task.ready())),
    PUSHED("pushed_ms", (task, row) -> row.time(task.pushed())),
    POPPED("popped_ms", (task, row) -> row.time(task.popped())),
    FETCHING("fetching_ms", (task, row) -> row.time(task.fetching())),
    FETCHED("fetched_ms", (task, row) -> row.time(task.fetched())),
    START("start_ms", of(TaskRecord::executed, (it, row) -> row.time(it.begin()))),
    END("end_ms", of(TaskRecord::executed, (it, row) -> row.time(it.end()))),
    COMPLETED("completed_ms", (task, row) -> row.time(task.completed())),
    DURATION("duration_ms", of(TaskRecord::executed, (it, row) -> row.duration(it.end() - it.begin()))),
    PREDICTED("predicted_ms", of(TaskRecord::decided, (it, row) -> row.duration(it.length()))),
    PREDICTED_TRANSFER("predicted_transfer_ms", of(TaskRecord::decided, (it, row) -> row.duration(it.transfer()))),
    PREDICTED_WORKER(
            "predicted_worker",
            of(TaskRecord::decided, (it, row) -> row.text(it.worker().name()))),
    EXECUTIONS("executions", (task, row) -> row.number(task.executions().size())),
    DEPENDS_ON("depends_on", (task, row) -> row.text(predecessors(task))),
    ITERATION("iteration", (task, row) -> row.element(task.iterations(), 0)),
    SUBITERATION("subiteration", (task, row) -> row.element(task.iterations(), 1));

    private final String title;
    private final BiConsumer<TaskRecord, CsvRow> cell;

    CsvColumn(String title, BiConsumer<TaskRecord, CsvRow> cell) {
        this.title = title;
        this.cell = cell;
    }

    String title() {
        return title;
    }

    void write(TaskRecord task, CsvRow row) {
        cell.accept(task, row);
    }

    /** A cell that is empty if the recording does not have an event. */
    private static <E extends TraceEvent> BiConsumer<TaskRecord, CsvRow> of(
            Function<TaskRecord, E> event, BiConsumer<E, CsvRow> cell) {
        return (task, row) -> {
            E found = event.apply(task);
            if (found == null) {
                row.empty();
            } else {
                cell.accept(found, row);
            }
        };
    }

    private static String predecessors(TaskRecord task) {
        return task.before().stream().map(Edge::task).map(Object::toString).collect(Collectors.joining(" "));
    }
}
