package org.asterism.itest.docs;

import static org.asterism.itest.docs.DeclarationFiles.elements;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.asterism.api.Parameter;
import org.asterism.itest.trees.ShippedKinds;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.policy.modular.internal.tree.Planner;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.w3c.dom.Element;

/**
 * The names that users type, as our bundles declare them: policies, components, drivers and balancers with their
 * properties, commands of the shell, options of {@code asterism run}, settings of the shared runtime. Each method says
 * what is wrong with a name.
 */
final class ShippedNames {
    private static final String COMMAND = "osgi.command.function";
    private static final String RUNTIME = "org.asterism.runtime";
    private static final String DRIVER_CONFIGURATION = "org.asterism.driver.";

    private final Map<String, Set<String>> policies = new TreeMap<>();
    private final Map<String, ShippedTree> trees = new TreeMap<>();
    private final Map<String, Set<String>> components = new TreeMap<>();
    private final Map<String, Set<String>> configurations = new TreeMap<>();
    private final Set<String> commands = new TreeSet<>();
    private final Set<String> drivers = new TreeSet<>();
    private final Set<String> balancers = new TreeSet<>();
    private final Set<String> options =
            CommonOptions.ALL.stream().map(ApplicationOption::name).collect(Collectors.toCollection(TreeSet::new));
    private final ShippedKinds kinds = new ShippedKinds();

    ShippedNames() {
        DeclarationFiles.in("OSGI-INF").forEach(this::readService);
        DeclarationFiles.in("OSGI-INF/metatype").forEach(this::readConfiguration);
        ShippedTrees.all().forEach(tree -> trees.put(tree.name(), tree));
    }

    private void readService(Element component) {
        Map<String, List<String>> properties = new TreeMap<>();
        elements(component, "property")
                .forEach(property -> properties.put(
                        property.getAttribute("name"),
                        property.hasAttribute("value")
                                ? List.of(property.getAttribute("value"))
                                : property.getTextContent().lines().toList()));
        names(properties, SchedulingPolicyFactory.NAME)
                .forEach(name -> policies.put(name, parameters(properties, SchedulingPolicyFactory.PARAMETERS)));
        names(properties, SchedulingComponentFactory.NAME)
                .forEach(name -> components.put(name, parameters(properties, SchedulingComponentFactory.PARAMETERS)));
        commands.addAll(names(properties, COMMAND));
        drivers.addAll(names(properties, Driver.NAME));
        balancers.addAll(names(properties, ContextBalancer.NAME));
    }

    private static List<String> names(Map<String, List<String>> properties, String property) {
        return properties.getOrDefault(property, List.of());
    }

    /** Of {@code name (default): meaning}, the name; one such text may name several, with commas between. */
    private static Set<String> parameters(Map<String, List<String>> properties, String property) {
        return Parameter.declarations(names(properties, property)).stream()
                .flatMap(text -> List.of(text.replaceFirst("[(:].*", "").split(",")).stream())
                .map(String::strip)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void readConfiguration(Element file) {
        elements(file, "Designate")
                .forEach(designated -> configurations
                        .computeIfAbsent(designated.getAttribute("pid"), pid -> new TreeSet<>())
                        .addAll(elements(file, "AD")
                                .map(property -> property.getAttribute("id"))
                                .toList()));
    }

    Optional<String> policy(String name) {
        return trees.containsKey(name) ? Optional.empty() : missing("policy", name, policies.keySet());
    }

    /** A property of a policy, as one gives it behind the policy's name. */
    Optional<String> policyProperty(String policy, String property) {
        if (trees.containsKey(policy)) {
            return treeProperty(policy, property, "true");
        }
        Optional<String> unknown = policy(policy);
        return unknown.isPresent() ? unknown : missing("property of policy " + policy, property, policies.get(policy));
    }

    /** A property of a policy that is a tree: a parameter of a component, with the component's name before it. */
    private Optional<String> treeProperty(String policy, String property, String value) {
        try {
            Planner.plan(trees.get(policy).description(), kinds, Map.of(property, value));
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(policy + ": " + refused.getMessage());
        }
    }

    Optional<String> component(String name) {
        return missing("component", name, components.keySet());
    }

    Optional<String> parameter(String component, String parameter) {
        Optional<String> unknown = component(component);
        return unknown.isPresent()
                ? unknown
                : missing("parameter of component " + component, parameter, components.get(component));
    }

    Optional<String> driver(String name) {
        return missing("driver", name, drivers);
    }

    Optional<String> driverProperty(String driver, String property) {
        Optional<String> unknown = driver(driver);
        return unknown.isPresent()
                ? unknown
                : missing(
                        "property of driver " + driver,
                        property,
                        configurations.getOrDefault(DRIVER_CONFIGURATION + driver, Set.of()));
    }

    boolean isDriver(String name) {
        return drivers.contains(name);
    }

    Optional<String> balancer(String name) {
        return missing("balancer", name, balancers);
    }

    Optional<String> command(String name) {
        return missing("command", name, commands);
    }

    Optional<String> option(String name) {
        return missing("option of asterism run", name, options);
    }

    /** A property of the shared runtime's configuration. */
    Optional<String> setting(String name) {
        return missing("property of " + RUNTIME, name, configurations.getOrDefault(RUNTIME, Set.of()));
    }

    Optional<String> pid(String pid) {
        return missing("PID", pid, configurations.keySet());
    }

    Optional<String> folder(String name) {
        return Files.isDirectory(Documents.root().resolve(name))
                ? Optional.empty()
                : Optional.of("there is no folder " + name);
    }

    private static Optional<String> missing(String kind, String name, Collection<String> known) {
        return known.contains(name)
                ? Optional.empty()
                : Optional.of("there is no " + kind + " '" + name + "'; there are " + new ArrayList<>(known));
    }
}
