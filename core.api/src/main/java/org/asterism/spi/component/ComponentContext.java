package org.asterism.spi.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.PolicyProperties;
import org.asterism.spi.topology.Topology;
import org.asterism.spi.topology.TopologyObject;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A component's place in a tree, and the services for it there. Lists and sets are immutable. When the tree changes,
 * they are replaced while no method of its components runs, and then {@link SchedulingComponent#changed} is called.
 *
 * <p><b>Threads.</b> Any, at any time.
 */
@ProviderType
public interface ComponentContext {
    /**
     * The component's name.
     *
     * @return unique within its tree: the name that the description gives it, or one made of its kind
     */
    String name();

    /**
     * Returns the parameters in parentheses behind the component in the tree's description.
     *
     * @return typed access; a parameter that is only named is {@code true}
     */
    PolicyProperties parameters();

    /**
     * Returns the core's services for the tree's policy: clock, predictions, data, waking workers, and notes on tasks.
     *
     * @return the same at every call
     */
    PolicyContext policy();

    /**
     * The components below.
     *
     * @return in the order of the description, and of the workers' ids
     */
    List<SchedulingComponent> children();

    /**
     * The components above.
     *
     * @return in the order of the description; empty for the root
     */
    List<SchedulingComponent> parents();

    /**
     * The child of a branch that the description has given a label.
     *
     * @param label one of {@link SchedulingComponent#branches}
     * @return null if there is no such branch
     */
    SchedulingComponent branch(String label);

    /**
     * The workers below this component, in all trees that share it.
     *
     * @return by id
     */
    WorkerSet workers();

    /**
     * The workers below this component that belong to the tree's context now. What a component decides it decides about
     * these.
     *
     * @return by id; {@link #workers} where nothing is shared
     */
    WorkerSet workersInContext();

    /**
     * The part of the machine that the component stands for: the innermost object of the {@link PolicyContext#topology
     * topology} around all workers below, such as a package. {@link Topology#ancestor} says what that lies in,
     * {@link PolicyContext#topologyObject} where each worker is. To be asked in {@link SchedulingComponent#changed},
     * since it looks at the whole topology.
     *
     * @return the whole machine where it is not known of a worker where it is, and without workers; empty if there is
     *     no topology
     */
    default Optional<TopologyObject> topologyObject() {
        PolicyContext core = policy();
        return core.topology().map(machine -> {
            List<TopologyObject> objects = new ArrayList<>();
            for (Worker worker : workers().list()) {
                Optional<TopologyObject> object = core.topologyObject(worker);
                if (object.isEmpty()) {
                    return machine.root();
                }
                objects.add(object.get());
            }
            return machine.commonAncestor(objects);
        });
    }

    /**
     * Returns an object that this component shares with others: those whose descriptions say {@code shared=NAME} with
     * the same name, for the same group of workers, in trees of other contexts of one runtime.
     *
     * <p>Each tree has its own component, with its own parents, children and tasks. They share one object, such as an
     * account of the tasks that all of them keep. It is made at the first request and released with the last component.
     * Call this once, when the component is made.
     *
     * <p>A component must not call those of other trees. It may wake their workers, which will then ask.
     *
     * @param <T> the type of the shared object
     * @param type its class
     * @param make makes it at the first request; must not ask for shared objects, nor wait
     * @return the shared object; a separate one if the description does not say {@code shared}
     */
    <T> T shared(Class<T> type, Supplier<? extends T> make);

    /**
     * Reports that the component keeps a task from now on, to
     * {@link org.asterism.api.observation.RuntimeObserver#stored observers}, which can then draw the way of the task. A
     * component that keeps tasks calls it for each task that it was pushed: when it is certain that it will not refuse
     * the task, before it puts the task where another thread can take it, and with no lock held. A task that is put
     * back after a refusal has not left. Costs one read if nobody observes.
     *
     * @param task being pushed to the component
     */
    default void stored(Task task) {
        policy().stored(task, name());
    }

    /**
     * Announces a task to the components below: calls {@link SchedulingComponent#canPull} of the children in turn,
     * until one has woken a worker. If all components below only pass the call on, a worker is woken without a walk
     * through the tree, unless the calling thread is itself a worker that is about to pull the task.
     *
     * @param task a task that can be pulled
     * @return whether a worker was woken, or will pull it anyway
     */
    boolean tellChildren(Task task);
}
