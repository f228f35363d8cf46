package org.asterism.embedded;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.embedded.internal.NativeAccess;
import org.asterism.embedded.internal.ServiceProviders;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/**
 * Makes runtimes in a program without OSGi:
 *
 * <pre>{@code
 * try (TaskRuntime runtime = Asterism.start()) {
 *     runtime.task(square).data(x).submit();
 *     runtime.waitAll();
 * }
 * }</pre>
 *
 * <p>The drivers, policies, balancers, layouts and topologies are those that {@link java.util.ServiceLoader} finds:
 * each is one more dependency of the program. A policy of the program itself needs no jar, see {@link #addPolicy}.
 *
 * <p><b>Threads.</b> Any.
 */
public final class Asterism implements RuntimeFactory {
    private static final String PROGRAM = "program";

    private final Plugins plugins;
    private final CoreRuntimeFactory runtimes;
    private final Map<String, PolicyPlugin> added = new ConcurrentHashMap<>();

    private Asterism(Plugins plugins) {
        this.plugins = plugins;
        runtimes = new CoreRuntimeFactory(plugins);
    }

    /**
     * Starts a runtime with the default configuration: a worker for each core, and the policy {@code eager}.
     *
     * @return the runtime; the caller closes it
     * @throws IllegalStateException if a plug-in that is needed is not on the class path
     */
    public static TaskRuntime start() {
        return start(RuntimeConfiguration.defaults());
    }

    /**
     * Starts a runtime.
     *
     * @param configuration of the runtime
     * @return the runtime; the caller closes it
     * @throws org.asterism.api.UnknownPolicyException if its policy is not on the class path
     * @throws IllegalArgumentException if a plug-in does not accept its part of the configuration
     */
    public static TaskRuntime start(RuntimeConfiguration configuration) {
        return load().create(configuration);
    }

    /**
     * Finds the plug-ins of the class path or module path. The class loader is the context class loader of the calling
     * thread if it sees Asterism, and Asterism's own otherwise.
     *
     * @return a factory of runtimes with these plug-ins
     */
    public static Asterism load() {
        Plugins found = new Plugins();
        NativeAccess.check(ServiceProviders.ofCallingThread().addTo(found));
        return new Asterism(found);
    }

    /**
     * Adds a policy to all runtimes of this factory, also to those that run. It takes precedence over a policy of the
     * same name from the class path.
     *
     * @param name the policy's name, for {@link RuntimeConfiguration#withPolicy(String)}
     * @param factory makes the policy, once for each context that uses it
     * @return this
     * @throws IllegalArgumentException if the program has added a policy of this name already, or the name is blank
     */
    public Asterism addPolicy(String name, SchedulingPolicyFactory factory) {
        Objects.requireNonNull(factory, "factory");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a policy needs a name that is not blank");
        }
        PolicyPlugin policy = new PolicyPlugin(name, "added by the program", PROGRAM, Integer.MAX_VALUE, factory);
        if (added.putIfAbsent(name, policy) != null) {
            throw new IllegalArgumentException(
                    "the program has added a policy '" + name + "' already: remove it first, with removePolicy");
        }
        plugins.add(policy);
        return this;
    }

    /**
     * Removes a policy that the program has added. When this returns, no runtime uses it any more: contexts go on with
     * the policy of the same name from the class path, or with their fallback policy.
     *
     * @param name the policy's name
     * @return this
     * @throws IllegalArgumentException if the program has added no policy of this name
     */
    public Asterism removePolicy(String name) {
        PolicyPlugin policy = added.remove(name);
        if (policy == null) {
            throw new IllegalArgumentException("the program has added no policy '" + name + "'; it has added "
                    + (added.isEmpty() ? "none" : String.join(", ", added.keySet())));
        }
        plugins.remove(policy);
        return this;
    }

    /**
     * Returns the available policies.
     *
     * @return by name
     */
    public List<PolicyDescription> policies() {
        return plugins.describePolicies();
    }

    @Override
    public TaskRuntime create(RuntimeConfiguration configuration) {
        return runtimes.create(configuration);
    }
}
