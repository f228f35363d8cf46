package org.asterism.itest.trees;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.tree.TreeDescription;
import org.asterism.kit.policy.TaskFifo;
import org.asterism.policy.modular.internal.language.DescriptionReader;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/** Who asks the core: a policy that is one class, or a component of a tree. Each asks when a task is pushed. */
enum Scheduler {
    POLICY {
        @Override
        void install(Core core, BiConsumer<PolicyContext, Task> question) {
            core.policy(NAME, context -> new AskingPolicy(context, question));
        }
    },
    COMPONENT {
        @Override
        void install(Core core, BiConsumer<PolicyContext, Task> question) {
            ShippedKinds kinds = new ShippedKinds()
                    .add(
                            NAME,
                            context -> new AskingComponent(context, task -> question.accept(context.policy(), task)));
            TreeDescription tree =
                    DescriptionReader.read(NAME + " / fifo / eager").description();
            core.policy(NAME, context -> kinds.policy(NAME, tree, context));
        }
    };

    /** The name of the policy. */
    static final String NAME = "asking";

    /** Adds the policy to the core. */
    abstract void install(Core core, BiConsumer<PolicyContext, Task> question);

    /** One queue for all workers. */
    private static final class AskingPolicy implements SchedulingPolicy {
        private final PolicyContext context;
        private final BiConsumer<PolicyContext, Task> question;
        private final TaskFifo tasks = new TaskFifo();

        AskingPolicy(PolicyContext context, BiConsumer<PolicyContext, Task> question) {
            this.context = context;
            this.question = question;
        }

        @Override
        public void addWorkers(List<Worker> workers) {
            workers.forEach(context::wake);
        }

        @Override
        public void removeWorkers(List<Worker> workers) {}

        @Override
        public void push(Task task) {
            question.accept(context, task);
            tasks.add(task);
            context.wakeOneFor(task);
        }

        @Override
        public Task pop(Worker worker) {
            return tasks.takeFor(worker);
        }

        @Override
        public void drain(Consumer<? super Task> sink) {
            tasks.takeAll(sink);
        }
    }

    /** Passes each task on. */
    static class AskingComponent extends SchedulingComponent {
        private final Consumer<Task> question;

        AskingComponent(ComponentContext context, Consumer<Task> question) {
            super(context);
            this.question = question;
        }

        @Override
        public boolean push(Task task) {
            question.accept(task);
            return context().children().getFirst().push(task);
        }
    }
}
