package org.asterism.policy.modular.internal.policy;

import static org.asterism.policy.modular.internal.language.DescriptionWriter.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Task;
import org.asterism.api.tree.ComponentView;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

/** Trees with ways that lead to several workers together. */
class CombinedWorkersTest {
    private static final int[] ALL = {0, 1, 2, 3};
    private static final int[] FIRST = {0, 1};
    private static final int[] LAST = {2, 3};
    private static final String MCT =
            "prio / mct(workers: each worker: prio(ntasks=30, exp), teams: each combined-worker: best-implementation)";

    private static TreeUnderTest tree(String description) {
        return new TreeUnderTest(RealKinds.make(), description);
    }

    private static TreeUnderTest shipped(String name) {
        return tree(ShippedTrees.all().stream()
                .filter(one -> one.name().equals(name))
                .map(one -> written(one.description()))
                .findFirst()
                .orElseThrow());
    }

    private static TreeUnderTest planning() {
        TreeUnderTest tree = tree(MCT);
        tree.context.predictor().kinds(worker -> 0);
        tree.context.predictor().times((task, worker, number) -> 1000);
        return tree.addCores(4, ALL, FIRST, LAST);
    }

    private static List<ComponentView> views(TreeUnderTest tree) {
        return tree.policy.tree().orElseThrow().components();
    }

    private static ComponentView view(TreeUnderTest tree, String name) {
        return views(tree).stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHaveAComponentForEachCombinedWorker() {
        try (TreeUnderTest tree = planning()) {
            assertEquals(
                    List.of(
                            "best-implementation@team-cpu-0..3",
                            "best-implementation@team-cpu-0+1",
                            "best-implementation@team-cpu-2+3"),
                    view(tree, "mct").children().subList(4, 7));
            assertEquals(
                    List.of("team-cpu-2+3"),
                    view(tree, "best-implementation@team-cpu-2+3").children());
            assertEquals(List.of("cpu-2+3"), view(tree, "team-cpu-2+3").workers());
            assertEquals(
                    List.of("cpu-0", "cpu-1", "cpu-2", "cpu-3", "cpu-0..3", "cpu-0+1", "cpu-2+3"),
                    view(tree, "prio-1").workers());
        }
    }

    @Test
    void shouldKeepATaskForTheLeaderAndSayWhoRunsIt() {
        try (TreeUnderTest tree = planning()) {
            tree.workers.forEach(FakeWorker::fallAsleep);
            FakeTask task = tree.push(TreeUnderTest.SPMD);
            assertNull(tree.pop(1), "what a member takes");
            assertSame(task, tree.pop(0));
            assertEquals(tree.combination(ALL), tree.context.team(task));
        }
    }

    @Test
    void shouldRunSequentialTasksOnSingleWorkers() {
        try (TreeUnderTest tree = planning()) {
            Set<Task> pushed = new HashSet<>();
            for (int i = 0; i < 4; i++) {
                pushed.add(tree.push(TreeUnderTest.CPU));
            }
            for (int worker = 0; worker < 4; worker++) {
                Task task = tree.pop(worker);
                assertTrue(pushed.remove(task), "cpu-" + worker + " took " + task);
                assertNull(tree.context.team(task));
            }
        }
    }

    @Test
    void shouldCountATaskForAllMembersUntilItHasRun() {
        try (TreeUnderTest tree = planning()) {
            tree.context.predictor().teamTimes((task, team, number) -> team.size() == 2 ? 500 : 900);
            FakeTask pair = tree.push(TreeUnderTest.SPMD);
            assertEquals(500, view(tree, "cpu-0").nanosToEnd());
            assertEquals(500, view(tree, "cpu-1").nanosToEnd(), "what waits for the pair counts for both");
            assertEquals(0, view(tree, "cpu-2").nanosToEnd());
            assertEquals(500, view(tree, "team-cpu-0..3").nanosToEnd(), "the latest of the members");
            assertEquals(2.0, view(tree, "team-cpu-0..3").load(), "the sum of the members");
            assertSame(pair, tree.pop(0));
            assertEquals(tree.combination(FIRST), tree.context.team(pair));
            tree.policy.beforeExecution(pair, tree.workers.get(0));
            tree.clock.advance(Duration.ofNanos(200));
            assertEquals(300, view(tree, "cpu-0").nanosToEnd());
            assertEquals(300, view(tree, "cpu-1").nanosToEnd());
            tree.policy.afterExecution(pair, tree.workers.get(0));
            for (int worker = 0; worker < 4; worker++) {
                assertEquals(0, view(tree, "cpu-" + worker).nanosToEnd());
                assertEquals(0.0, view(tree, "cpu-" + worker).load());
            }
        }
    }

    @Test
    void shouldCountWhatIsKeptAboveItsMembers() {
        try (TreeUnderTest tree = planning()) {
            tree.context.predictor().teamTimes((task, team, number) -> 1000);
            for (int i = 0; i < 8; i++) {
                tree.push(TreeUnderTest.CPU);
            }
            tree.pop(0); // has the others come down as well
            assertEquals(2000, view(tree, "team-cpu-2+3").nanosToEnd(), "two tasks wait above each member");
            assertEquals(4.0, view(tree, "team-cpu-2+3").load());
            FakeTask task = tree.push(TreeUnderTest.SPMD);
            assertEquals(2, view(tree, "prio-2@cpu-0").storedTasks(), "no team is done before one worker");
            assertEquals(8, tree.runUntilAllSleep().size());
            assertNull(tree.context.team(task));
        }
    }

    @Test
    void shouldMeasureEachNumberOfMembersFirst() {
        try (TreeUnderTest tree = shipped("modular-pheft")) {
            Set<Integer> known = new HashSet<>();
            tree.context.predictor().kinds(worker -> 0);
            tree.context.predictor().times((task, worker, number) -> known.contains(1) ? 1000 : Double.NaN);
            tree.context
                    .predictor()
                    .teamTimes((task, team, number) -> known.contains(team.size()) ? 1000.0 / team.size() : Double.NaN);
            tree.addCores(4, ALL, FIRST, LAST);
            List<Integer> sizes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                FakeTask task = tree.push(TreeUnderTest.SPMD);
                assertEquals(List.of(task), tree.runUntilAllSleep());
                CombinedWorker team = tree.context.team(task);
                sizes.add(team == null ? 1 : team.size());
                known.add(sizes.getLast());
            }
            assertEquals(Set.of(1, 2, 4), new HashSet<>(sizes.subList(0, 3)), "first each once, not " + sizes);
            assertEquals(4, sizes.getLast(), "then where it ends first");
        }
    }

    @Test
    void shouldDrawCombinedWorkersToo() {
        try (TreeUnderTest tree = shipped("modular-prandom")) {
            tree.addCores(4, ALL, FIRST, LAST);
            Set<Integer> sizes = new HashSet<>();
            for (int i = 0; i < 200; i++) {
                FakeTask task = tree.push(i % 2 == 0 ? TreeUnderTest.SPMD : TreeUnderTest.CPU);
                assertEquals(List.of(task), tree.runUntilAllSleep());
                CombinedWorker team = tree.context.team(task);
                sizes.add(team == null ? 1 : team.size());
                assertTrue(team == null || i % 2 == 0, "a sequential task was given to " + team);
            }
            assertEquals(Set.of(1, 2, 4), sizes);
        }
    }

    @Test
    void shouldRunEveryTaskWhateverWaits() {
        for (String name : List.of("modular-pheft", "modular-prandom", "modular-prandom-prio")) {
            try (TreeUnderTest tree = shipped(name)) {
                tree.context.predictor().times((task, worker, number) -> task.id() % 3 == 0 ? 0 : 1000);
                tree.addCores(4, ALL, FIRST, LAST);
                tree.workers.forEach(FakeWorker::fallAsleep);
                for (int i = 0; i < 500; i++) {
                    tree.push(i % 2 == 0 ? TreeUnderTest.SPMD : TreeUnderTest.CPU, i % 7);
                }
                assertEquals(500, tree.runUntilAllSleep().size(), name);
                for (ComponentView view : views(tree)) {
                    assertEquals(0, view.storedTasks(), name + ": " + view.name());
                    assertEquals(0.0, view.load(), name + ": " + view.name());
                }
            }
        }
    }

    @Test
    void shouldRunTheMostUrgentOfThoseThatWaitFirst() {
        try (TreeUnderTest tree =
                tree("prio / mct(always, workers: each worker: prio(ntasks=1), teams: each combined-worker: "
                        + "combined-worker(prio))")) {
            tree.context.predictor().times((task, worker, number) -> 10_000);
            tree.context.predictor().teamTimes((task, team, number) -> 10);
            tree.addCores(2, FIRST);
            FakeTask low = tree.push(TreeUnderTest.SPMD, -5);
            FakeTask high = tree.push(TreeUnderTest.SPMD, 5);
            assertSame(high, tree.pop(0));
            assertSame(low, tree.pop(0));
        }
    }

    @Test
    void shouldLetFewWaitWhereThatIsSaid() {
        try (TreeUnderTest tree = tree("prio / mct(workers: each worker: prio(ntasks=1), teams: each combined-worker: "
                + "combined-worker(ntasks=2))")) {
            tree.context.predictor().times((task, worker, number) -> 10_000);
            tree.context.predictor().teamTimes((task, team, number) -> 10);
            tree.addCores(2, FIRST);
            for (int i = 0; i < 5; i++) {
                tree.push(TreeUnderTest.SPMD);
            }
            tree.pop(0);
            assertEquals(2, view(tree, "team-cpu-0+1").storedTasks());
            assertEquals(2, view(tree, "prio-1").storedTasks());
            assertEquals(4, tree.runUntilAllSleep().size());
        }
    }

    @Test
    void shouldHaveTasksBeginAnewWhenAMemberLeaves() {
        try (TreeUnderTest tree = planning()) {
            tree.context.predictor().teamTimes((task, team, number) -> 1000.0 / team.size());
            FakeTask task = tree.push(TreeUnderTest.SPMD);
            assertEquals(1, view(tree, "team-cpu-0..3").storedTasks());
            FakeWorker gone = tree.workers.get(3);
            tree.remove(gone);
            assertSame(task, tree.pop(0));
            assertEquals(tree.combination(FIRST), tree.context.team(task));
            assertTrue(views(tree).stream().noneMatch(view -> view.name().equals("team-cpu-2+3")));
            FakeTask other = tree.push(TreeUnderTest.SPMD);
            assertEquals(List.of(other), tree.drain());
        }
    }

    @Test
    void shouldCombineOnlyThoseWhoAreMeant() {
        try (TreeUnderTest tree =
                tree("prio / mct(workers: each worker, teams: each combined-worker (id>=2): best-implementation)")) {
            tree.addCores(4, ALL, FIRST, LAST);
            assertEquals(
                    List.of("best-implementation@team-cpu-2+3"),
                    view(tree, "mct").children().subList(4, 5));
        }
        try (TreeUnderTest tree = new TreeUnderTest(
                RealKinds.make(), MCT, Map.of("combined-worker.ntasks", "7"), Architecture.CPU, Architecture.CUDA)) {
            assertEquals(2, view(tree, "mct").children().size(), "nobody combines");
        }
    }

    @Test
    void shouldRefuseWaysThatMakeNoSense() {
        refuse("prio / eager / combined-worker", "is not below 'each combined-worker'");
        refuse("prio / eager(a: each worker, b: each combined-worker: worker)", "put 'combined-worker' there");
        refuse("prio / eager(a: each worker (id=0), b: each combined-worker)", "no way ends in itself");
        refuse("prio / eager(a: each worker, b: each combined-worker: combined-worker / fifo)", "ends a tree");
        refuse(
                "prio / eager(a: each worker, b: each combined-worker: combined-worker(size=2))",
                "it knows: ntasks, prefetch, prio");
        // Nothing without a bound is above, and who waits there can refuse.
        refuse(
                "mct(a: fifo / eager / each worker, b: each combined-worker: combined-worker(ntasks=2))",
                "refuses tasks beyond its bound");
    }

    private static void refuse(String description, String words) {
        String message = assertThrows(RuntimeException.class, () -> {
                    try (TreeUnderTest tree = tree(description)) {
                        tree.addCores(2, FIRST);
                    }
                })
                .getMessage();
        assertTrue(message.contains(words), () -> "'" + words + "' is not said in: " + message);
    }
}
