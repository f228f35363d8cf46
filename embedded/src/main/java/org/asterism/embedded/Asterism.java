package org.asterism.embedded;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.PolicyDescription;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.embedded.internal.ProvidedTrees;
import org.asterism.embedded.internal.ServiceProviders;
import org.asterism.embedded.internal.UsedKinds;
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
 * each is one more dependency of the program. A policy or tree of the program itself needs no jar, see
 * {@link #addPolicy} and {@link #addTree}.
 *
 * <p><b>Threads.</b> Any.
 */
public final class Asterism implements RuntimeFactory {
    private static final String PROGRAM = "program";

    private final Plugins plugins;
    private final Optional<SchedulingTrees> trees;
    private final CoreRuntimeFactory runtimes;
    private final Map<String, PolicyPlugin> addedPolicies = new ConcurrentHashMap<>();
    private final Map<String, SchedulingTrees.Declaration> addedTrees = new ConcurrentHashMap<>();

    private Asterism(Plugins plugins, Optional<SchedulingTrees> trees) {
        this.plugins = plugins;
        this.trees = trees;
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
     * Describes a container: an OSGi framework in this program, with plug-ins that come and go while tasks run. The
     * program needs the dependency {@code asterism-container}.
     *
     * @return to be completed and started
     */
    public static ContainerBuilder container() {
        return new ContainerBuilder();
    }

    /**
     * Finds the plug-ins of the class path or module path. The class loader is the context class loader of the calling
     * thread if it sees Asterism, and Asterism's own otherwise.
     *
     * @return a factory of runtimes with these plug-ins
     */
    public static Asterism load() {
        Plugins found = new Plugins();
        ServiceProviders providers = ServiceProviders.ofCallingThread();
        providers.addTo(found);
        return new Asterism(found, ProvidedTrees.find(providers, found));
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
        if (addedPolicies.putIfAbsent(name, policy) != null) {
            throw new IllegalArgumentException(
                    "the program has added a policy '" + name + "' already: remove it first, with removePolicy");
        }
        plugins.add(policy);
        return this;
    }

    /**
     * Adds a tree of scheduling components as a policy to all runtimes of this factory. The program needs the
     * dependency {@code asterism-policy-modular}, and one for each kind of component in the tree.
     *
     * @param name the policy's name
     * @param text the tree, in the notation of {@code docs/tree-notation.md}, such as {@code fifo / each worker}
     * @return this
     * @throws IllegalStateException if {@code asterism-policy-modular} is not on the class path
     * @throws org.asterism.api.tree.TreeDescriptionException if the text cannot be read
     * @throws IllegalArgumentException if there is a tree of this name, a component is not on the class path, or the
     *     tree is wrong for any set of workers
     */
    public Asterism addTree(String name, String text) {
        TreeDescription description = trees().read(text).description();
        Set<String> missing = UsedKinds.of(description);
        trees().components().forEach(there -> missing.remove(there.name()));
        if (!missing.isEmpty()) { // before it is declared: a declared tree waits for its components
            throw new IllegalArgumentException("tree '" + name + "' needs the components " + missing
                    + ", which are not on the class path: add the dependencies"
                    + " org.asterism:asterism-components-modular-NAME");
        }
        addedTrees.put(name, trees().declare(name, "added by the program", description));
        return this;
    }

    /**
     * Returns the scheduling trees, to declare, change, check and write them.
     *
     * @return those of this factory
     * @throws IllegalStateException if {@code asterism-policy-modular} is not on the class path
     */
    public SchedulingTrees trees() {
        return trees.orElseThrow(() -> new IllegalStateException(
                "no scheduling trees are on the class path: add the dependency org.asterism:asterism-policy-modular"));
    }

    /**
     * Removes a policy or tree that the program has added. When this returns, no runtime uses it any more: contexts go
     * on with the policy of the same name from the class path, or with their fallback policy.
     *
     * @param name the policy's name
     * @return this
     * @throws IllegalArgumentException if the program has added no policy of this name
     */
    public Asterism removePolicy(String name) {
        PolicyPlugin policy = addedPolicies.remove(name);
        SchedulingTrees.Declaration tree = addedTrees.remove(name);
        if (policy == null && tree == null) {
            Set<String> names = new TreeSet<>(addedPolicies.keySet());
            names.addAll(addedTrees.keySet());
            throw new IllegalArgumentException("the program has added no policy '" + name + "'; it has added "
                    + (names.isEmpty() ? "none" : String.join(", ", names)));
        }
        if (policy != null) {
            plugins.remove(policy);
        }
        if (tree != null) {
            tree.close();
        }
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
