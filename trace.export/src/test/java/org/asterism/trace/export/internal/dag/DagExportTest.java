package org.asterism.trace.export.internal.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.trace.export.Exports;
import org.asterism.trace.export.Sample;
import org.junit.jupiter.api.Test;

/** Graphs of tasks. */
class DagExportTest {
    @Test
    void shouldWriteANodePerTaskAnEdgePerDependencyAndAFramePerIteration() throws Exception {
        assertEquals(
                List.of(
                        "digraph G {",
                        "rankdir=LR;",
                        "node [style=filled];",
                        "\"task_1\" [label=\"potrf\", fillcolor=\"#ec7f13\"];",
                        "subgraph cluster_7 { label=\"iteration 7\"; "
                                + "\"task_2\" [label=\"trsm\", fillcolor=\"#0fbda0\"]; }",
                        "subgraph cluster_7 { label=\"iteration 7\"; "
                                + "subgraph cluster_7_70 { label=\"subiteration 70\"; "
                                + "\"task_3\" [label=\"gemm \\\"big\\\"\", fillcolor=\"#5f42f0\", "
                                + "fontcolor=white]; } }",
                        "\"task_4\" [label=\"broken\", fillcolor=\"#bd2c0f\", fontcolor=white];",
                        "\"task_1\"->\"task_2\";",
                        "\"task_1\"->\"task_3\";",
                        "}"),
                Exports.lines(Sample.trace(), "dag.dot"));
    }
}
