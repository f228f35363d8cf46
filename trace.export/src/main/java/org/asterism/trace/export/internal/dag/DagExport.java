package org.asterism.trace.export.internal.dag;

import static org.asterism.trace.export.internal.output.Names.quoted;

import java.io.IOException;
import java.util.List;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;
import org.asterism.trace.export.internal.tasks.CodeletPaints;

/** Writes the graph of tasks, with a frame around each iteration. A task has the colour of its codelet. */
public final class DagExport implements Exporter {
    @Override
    public ExportFormat format() {
        return new ExportFormat("dag.dot", "dag.dot", "the graph of tasks, for Graphviz");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        TextOutput out = new TextOutput(output, trace.header().origin());
        CodeletPaints paints = new CodeletPaints(trace);
        out.line("digraph G {").line("rankdir=LR;").line("node [style=filled];");
        trace.forEach(event -> {
            switch (event) {
                case TraceEvent.Submitted task -> {
                    enter(out, task.iterations());
                    node(out, task.task())
                            .text(" [label=")
                            .text(quoted(task.codelet()))
                            .text(", fillcolor=\"")
                            .text(paints.of(task.codelet()).light())
                            .text(paints.of(task.codelet()).isBright() ? "\"];" : "\", fontcolor=white];")
                            .line(" }".repeat(task.iterations().size()));
                }
                case TraceEvent.Dependency it -> {
                    node(out, it.task()).text("->");
                    node(out, it.successor()).line(";");
                }
                default -> {
                    // Other events do not belong to the graph.
                }
            }
        });
        out.line("}");
    }

    /** Graphviz joins the subgraphs of one name, so that tasks of an iteration need not follow each other. */
    private static void enter(TextOutput out, List<Long> iterations) {
        String cluster = "cluster";
        String title = "iteration ";
        for (long number : iterations) {
            cluster += "_" + number;
            out.text("subgraph ")
                    .text(cluster)
                    .text(" { label=")
                    .text(quoted(title + number))
                    .text("; ");
            title = "subiteration ";
        }
    }

    private static TextOutput node(TextOutput out, long task) {
        return out.text("\"task_").number(task).text("\"");
    }
}
