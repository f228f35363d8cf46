package org.asterism.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A set of workers and the policy that schedules tasks on them. Any thread may use it.
 *
 * <p>The policy can be replaced at any time. Tasks that the old one still holds are handed to the new one in the order in
 * which they became ready; tasks that a worker already has are not touched. When the bundle of a policy leaves, the context
 * takes its fall-back policy or, if that is not there either, is {@link ContextState#PARKED parked} until a policy of either
 * name arrives.
 */
@ProviderType
public interface SchedulingContext {
    /** The name of the context that every runtime has from its start. */
    String DEFAULT = "default";

    /**
     * The context's name.
     *
     * @return unique within its runtime
     */
    String name();

    /**
     * Whether it schedules.
     *
     * @return the state at some moment during the call
     */
    ContextState state();

    /**
     * The workers it schedules on.
     *
     * @return a snapshot, by id
     */
    List<Worker> workers();

    /**
     * Makes a task that this context will schedule.
     *
     * @param codelet the kind of work
     * @return a task to be described and submitted
     */
    Task task(Codelet codelet);

    /**
     * The name of the policy in use.
     *
     * @return empty while the context is parked
     */
    Optional<String> policy();

    /**
     * The name of the policy that was asked for last; it differs from {@link #policy} while the context is parked or on its
     * fall-back.
     *
     * @return never empty
     */
    String wantedPolicy();

    /**
     * The properties that {@link #wantedPolicy} was asked for with.
     *
     * @return by name; empty if there are none
     */
    Map<String, String> wantedPolicyProperties();

    /**
     * The policy that takes over when the one in use fails or leaves.
     *
     * @return empty if the context shall be parked instead
     */
    Optional<String> fallbackPolicy();

    /**
     * Why the context is not on the policy that was asked for.
     *
     * @return a sentence for people, or empty when all is well
     */
    Optional<String> trouble();

    /**
     * Replaces the policy while tasks run, and returns when the new one is in charge.
     *
     * @param name of a policy that is there
     * @param properties for the policy, by name; see its documentation
     * @throws UnknownPolicyException if there is no policy of that name; the old one goes on
     * @throws PolicyRefusedException if it does not accept the properties or the workers, or the old one does not come to
     *     rest; the old one goes on
     * @throws IllegalStateException if called by a scheduling policy, or the runtime is closed
     */
    void usePolicy(String name, Map<String, String> properties);

    /**
     * {@link #usePolicy(String, Map)} without properties.
     *
     * @param name of a policy that is there
     */
    default void usePolicy(String name) {
        usePolicy(name, Map.of());
    }

    /**
     * How often the policy was replaced, by whatever cause.
     *
     * @return a count
     */
    long policyChanges();
}
