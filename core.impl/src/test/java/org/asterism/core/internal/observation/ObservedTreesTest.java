package org.asterism.core.internal.observation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.api.tree.TreeView;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.kit.policy.CentralQueuePolicy;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the events about trees and about tasks that components keep. */
@Timeout(60)
class ObservedTreesTest {
    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    /** Notes events about trees and the places of tasks. */
    private static final class Notes implements RuntimeObserver {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void pushed(Task task) {
            lines.add("pushed " + task.id());
        }

        @Override
        public void stored(Task task, SchedulingContext context, String component) {
            lines.add("stored " + task.id() + " in " + context.name() + " " + component);
        }

        @Override
        public void popped(Task task, Worker worker, String policy) {
            lines.add("popped " + task.id());
        }

        @Override
        public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
            lines.add("policy " + now.orElse("-"));
        }

        @Override
        public void treeChanged(SchedulingContext context, Optional<TreeView> tree) {
            lines.add("tree of " + context.name() + " "
                    + tree.map(TreeView::policy).orElse("-"));
        }
    }

    /** A queue that says it is a tree of one component. */
    private static final class OneComponent implements SchedulingPolicy {
        private final PolicyContext context;
        private final CentralQueuePolicy queue;
        private final String name;
        private final AtomicInteger asked;

        OneComponent(PolicyContext context, String name, AtomicInteger asked) {
            this.context = context;
            this.name = name;
            this.asked = asked;
            queue = new CentralQueuePolicy(context, new TaskFifo());
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            queue.addWorkers(workers);
            context.treeChanged(this);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {
            queue.removeWorkers(workers);
            context.treeChanged(this);
        }

        @Override
        public void push(Task task) {
            context.stored(task, "store");
            queue.push(task);
        }

        @Override
        public Task pop(Worker worker) {
            return queue.pop(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            queue.drain(sink);
        }

        @Override
        public Optional<TreeView> tree() {
            asked.incrementAndGet();
            if (name.equals("broken")) {
                throw new IllegalStateException("as it should");
            }
            return Optional.of(new TreeView(name, "store", List.of(), 0, 0));
        }
    }

    private final Notes notes = new Notes();
    private final AtomicInteger asked = new AtomicInteger();
    private Laboratory laboratory;
    private TaskRuntime runtime;
    private SchedulingContext context;

    @BeforeEach
    void start() {
        laboratory = Laboratory.withWorkers(2);
        for (String name : List.of("one", "other", "broken")) {
            laboratory.addPolicy(name, context -> new OneComponent(context, name, asked));
        }
        runtime = laboratory.runtime();
        context = runtime.context(SchedulingContext.DEFAULT);
    }

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private long run() throws InterruptedException {
        Task task = runtime.task(WORK).submit();
        task.await();
        return task.id();
    }

    @Test
    void shouldReportWhereATaskIsStoredBeforeAWorkerTakesIt() throws Exception {
        context.usePolicy("one");
        runtime.observe(notes);
        long id = run();
        assertEquals(List.of("pushed " + id, "stored " + id + " in default store", "popped " + id), notes.lines);
    }

    @Test
    void shouldReportTheTreeOfANewPolicyBeforeItGetsTheTasks() throws Exception {
        context.usePolicy("one");
        runtime.pause();
        long id = runtime.task(WORK).submit().id();
        runtime.observe(notes);
        context.usePolicy("other");
        runtime.resume();
        runtime.waitAll();
        assertEquals(
                List.of("tree of default other", "stored " + id + " in default store", "policy other", "popped " + id),
                notes.lines);
    }

    @Test
    void shouldReportOnceThatThereIsNoTreeAnyMore() {
        context.usePolicy("one");
        runtime.observe(notes);
        context.usePolicy("eager");
        context.usePolicy("prio");
        assertEquals(List.of("tree of default -", "policy eager", "policy prio"), notes.lines);
    }

    @Test
    void shouldReportThatAParkedContextHasNoTree() {
        laboratory.plugins.remove(laboratory.eager);
        laboratory.plugins.remove(laboratory.prio);
        runtime.observe(notes);
        var plugin = laboratory.addPolicy("short", policy -> new OneComponent(policy, "short", asked));
        context.usePolicy("short");
        laboratory.plugins.remove(plugin);
        assertEquals(List.of("tree of default short", "policy short", "tree of default -", "policy -"), notes.lines);
    }

    @Test
    void shouldReportATreeThatWasRebuiltWhenWorkersMoved() {
        context.usePolicy("one");
        runtime.observe(notes);
        Worker moved = runtime.workers().getFirst();
        context.removeWorkers(List.of(moved));
        context.addWorkers(List.of(moved));
        assertEquals(List.of("tree of default one", "tree of default one"), notes.lines);
    }

    @Test
    void shouldNotAskForTreesThatNobodyObserves() {
        runtime.observe(new RuntimeObserver() {
            @Override
            public void stored(Task task, SchedulingContext where, String component) {}
        });
        context.usePolicy("one");
        Worker moved = runtime.workers().getFirst();
        context.removeWorkers(List.of(moved));
        context.addWorkers(List.of(moved));
        assertEquals(0, asked.get());
    }

    @Test
    void shouldReportToAnObserverOfAContextWhatConcernsIt() throws Exception {
        context.usePolicy("one");
        Worker moved = runtime.workers().getFirst();
        SchedulingContext other = runtime.createContext("other", "one", moved::equals);
        Notes ofOther = new Notes();
        runtime.scope(other).observe(ofOther);
        run();
        Task task = runtime.scope(other).task(WORK).submit();
        task.await();
        other.removeWorkers(List.of(moved));
        long id = task.id();
        assertEquals(
                List.of("pushed " + id, "stored " + id + " in other store", "popped " + id, "tree of other one"),
                ofOther.lines);
    }

    @Test
    void shouldGoOnWithAPolicyThatCannotDescribeItsTree() throws Exception {
        context.usePolicy("one");
        runtime.observe(notes);
        context.usePolicy("broken");
        long id = run();
        assertEquals(Optional.of("broken"), context.policy());
        assertEquals(
                List.of(
                        "tree of default -",
                        "policy broken",
                        "pushed " + id,
                        "stored " + id + " in default store",
                        "popped " + id),
                notes.lines);
    }
}
