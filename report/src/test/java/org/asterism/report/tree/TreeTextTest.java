package org.asterism.report.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.asterism.api.tree.TreeView;
import org.junit.jupiter.api.Test;

class TreeTextTest {
    private static List<String> lines(TreeView tree, boolean all) {
        return new TreeText("default", "default", tree, all).text(120).lines().toList();
    }

    /** Without the width of columns. */
    private static String narrow(String line) {
        return line.replaceAll("(?<=\\S) {2,}", "  ");
    }

    @Test
    void shouldShowAlikeComponentsTogetherWithTheirSums() {
        assertEquals(
                """
                component                                                area  does           stored  length ms  load  end ms
                prio                                                        1  stores, pumps      12       18.0  12.5     2.0
                └─ perfmodel-select#select                                  2                                     0.5     2.0
                   ├─ mct(beta=2)                                           2                                     0.5     2.0
                   │  ├─ 4 × prio(ntasks=30, ready, exp)                    2  stores, pumps       6        9.0   8.0     2.0
                   │  │  └─ best-implementation                             3                                     2.0     2.0
                   │  │     └─ worker cpu-0 … cpu-3                         3                                     2.0     2.0
                   │  └─ 2 × prio(ntasks=30, ready, exp)                    2  stores, pumps       9       13.5  10.0     2.0
                   │     └─ best-implementation                             3                                     1.0     2.0
                   │        └─ worker cuda-0, cuda-1                        3                                     1.0     2.0
                   ├─ eager-calibration#calibration                         2                                     0.5     2.0
                   │  ├─ 4 × worker cpu-0 … cpu-3, as above
                   │  └─ 2 × worker cuda-0, cuda-1, as above
                   └─ eager                                                 2                                     0.5     2.0
                      ├─ 4 × best-implementation of cpu-0 … cpu-3, as above
                      └─ 2 × best-implementation of cuda-0, cuda-1, as above""".lines().map(TreeTextTest::narrow).toList(),
                lines(TreesForTests.heft(4, 2), false).subList(3, 19).stream()
                        .map(TreeTextTest::narrow)
                        .toList());
    }

    @Test
    void shouldSayHowManyTasksAreInsideAndHowTheTreeIsDescribed() {
        List<String> lines = lines(TreesForTests.heft(4, 2), false);
        assertEquals("default: modular-heft, 20 tasks inside, 120 came in and 100 went out", lines.getFirst());
        assertTrue(lines.get(1).startsWith("prio / perfmodel-select("), lines.get(1));
    }

    @Test
    void shouldShowEachComponentWhenAsked() {
        List<String> lines = lines(TreesForTests.heft(3, 1), true);
        assertEquals(4 + 5 + 3 * 4 + 4 + 4, lines.size());
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("├─ prio#prio-cpu-2(ntasks=30, ready, exp)")),
                lines.toString());
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("└─ best-implementation#best-cuda-0, as above")),
                lines.toString());
    }

    @Test
    void shouldNeedNoMoreLinesForAThousandWorkersThanForAFew() {
        List<String> lines = lines(TreesForTests.heft(1000, 8), false);
        assertEquals(lines(TreesForTests.heft(4, 2), false).size(), lines.size());
        assertTrue(lines.get(7).contains("1000 × prio("), lines.get(7));
    }

    @Test
    void shouldKeepApartWhatHangsElsewhere() {
        FoldedTree tree = FoldedTree.of(TreesForTests.heft(4, 2), false);
        assertEquals(
                List.of(1, 1, 1, 4, 4, 4, 2, 2, 2, 1, 1),
                tree.nodes().stream().map(node -> node.members().size()).toList());
    }

    @Test
    void shouldNotPutTogetherWhatHangsBelowDifferentComponents() {
        FoldedTree tree = FoldedTree.of(TreesForTests.twoWays(), false);
        assertEquals(
                List.of("user-choice 1", "mct 1", "fifo 2", "heft 1", "fifo 2", "worker 2"),
                tree.nodes().stream()
                        .map(node -> node.first().kind() + " " + node.members().size())
                        .toList());
    }

    @Test
    void shouldGiveMachinesEveryComponent() {
        Map<String, Object> json = new TreeText("main", "default", TreesForTests.heft(2, 0), false).json();
        assertEquals(120L, json.get("pushed"));
        List<?> components = (List<?>) json.get("components");
        assertEquals(11, components.size());
        Map<?, ?> store = (Map<?, ?>) components.get(6);
        assertEquals("prio-cpu-1", store.get("name"));
        assertEquals(Map.of("ntasks", "30", "ready", "true", "exp", "true"), store.get("parameters"));
        assertEquals(List.of("best-cpu-1"), store.get("children"));
        assertEquals(1_500_000L, store.get("expected_ns"));
        assertEquals(2_000_001L, store.get("ns_to_end"));
        assertEquals(true, store.get("reservoir"));
        assertFalse(new TreeText("main", "default", TreesForTests.heft(0, 0), false)
                .json()
                .isEmpty());
    }

    @Test
    void shouldShowATreeThatHasNoWorkersYet() {
        TreeView empty = new TreeView("mine", "fifo / eager", List.of(), 0, 0);
        assertEquals(List.of("It has no components."), lines(empty, false).subList(2, 3));
    }
}
