package org.asterism.policy.modular.internal.registry;

import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.asterism.api.Parameter;
import org.asterism.api.TaskRuntime;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeDescription;
import org.asterism.api.tree.WrittenTree;
import org.asterism.policy.modular.internal.ShippedTree;
import org.asterism.policy.modular.internal.ShippedTrees;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Service component that tracks the component factories, and offers each tree as a policy while all its components are
 * available.
 */
@Component(
        service = {SchedulingTrees.class, SchedulingTreesComponent.class},
        immediate = true)
public final class SchedulingTreesComponent implements SchedulingTrees {
    private final BundleContext context;
    private final MachineGroups groups = new MachineGroups();
    private final TreeRegistry registry;
    private final FrameworkListener listener = this::changed;
    /** Kinds by service id, because one object may be registered more than once. */
    private final Map<Object, ComponentPlugin> tracked = new HashMap<>();

    /** Called by Declarative Services. */
    @Activate
    public SchedulingTreesComponent(BundleContext bundle) {
        registry = new TreeRegistry(new AssembledTrees(groups), (name, description, parameters, ranking, factory) -> {
            Hashtable<String, Object> properties = new Hashtable<>();
            properties.put(SchedulingPolicyFactory.NAME, name);
            properties.put(SchedulingPolicyFactory.DESCRIPTION, description);
            properties.put(SchedulingPolicyFactory.PARAMETERS, parameters.toArray(String[]::new));
            if (ranking != 0) {
                properties.put(Constants.SERVICE_RANKING, ranking);
            }
            ServiceRegistration<SchedulingPolicyFactory> service =
                    bundle.registerService(SchedulingPolicyFactory.class, factory, properties);
            return service::unregister;
        });
        for (ShippedTree tree : ShippedTrees.all()) {
            registry.declare(tree.name(), tree.summary(), tree.description(), TreeSource.SHIPPED);
        }
        context = bundle;
        context.addFrameworkListener(listener);
        if (context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getState() == Bundle.ACTIVE) {
            registry.settle();
        }
    }

    /** Called by Declarative Services. */
    @Deactivate
    void deactivate() {
        context.removeFrameworkListener(listener);
        registry.close();
    }

    private void changed(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTED) {
            registry.settle();
        }
    }

    TreeRegistry registry() {
        return registry;
    }

    /** Called by Declarative Services. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            updated = "updatedComponent")
    void addComponent(SchedulingComponentFactory factory, Map<String, Object> properties) {
        ComponentPlugin kind = kind(factory, properties);
        if (kind.name().isEmpty()) {
            System.getLogger(SchedulingTreesComponent.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "the component factory {0} of {1} is ignored: it lacks the service property {2}",
                            factory.getClass().getName(),
                            kind.provider(),
                            SchedulingComponentFactory.NAME);
            return;
        }
        synchronized (tracked) {
            tracked.put(properties.get(Constants.SERVICE_ID), kind);
        }
        registry.add(kind);
    }

    /** Called by Declarative Services when only the properties of a service have changed. */
    void updatedComponent(SchedulingComponentFactory factory, Map<String, Object> properties) {
        ComponentPlugin fresh = kind(factory, properties);
        ComponentPlugin old;
        synchronized (tracked) {
            old = fresh.name().isEmpty()
                    ? tracked.remove(properties.get(Constants.SERVICE_ID))
                    : tracked.put(properties.get(Constants.SERVICE_ID), fresh);
        }
        if (fresh.name().isEmpty()) {
            removeIfKnown(old);
        } else if (old == null) {
            registry.add(fresh);
        } else if (!fresh.equals(old)) {
            registry.replace(old, fresh);
        }
    }

    /** Called by Declarative Services. */
    void removeComponent(SchedulingComponentFactory factory, Map<String, Object> properties) {
        ComponentPlugin kind;
        synchronized (tracked) {
            kind = tracked.remove(properties.get(Constants.SERVICE_ID));
        }
        removeIfKnown(kind);
    }

    private void removeIfKnown(ComponentPlugin kind) {
        if (kind != null) {
            registry.remove(kind);
        }
    }

    /** Called by Declarative Services. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void setTopology(TopologyProvider provider) {
        groups.ask(provider);
    }

    /** Called by Declarative Services. */
    void unsetTopology(TopologyProvider provider) {
        groups.askNoMore(provider);
    }

    private static ComponentPlugin kind(SchedulingComponentFactory factory, Map<String, Object> properties) {
        return new ComponentPlugin(
                text(properties, SchedulingComponentFactory.NAME),
                text(properties, SchedulingComponentFactory.KIND),
                text(properties, SchedulingComponentFactory.DESCRIPTION),
                Parameter.declarations(properties.get(SchedulingComponentFactory.PARAMETERS)),
                provider(factory),
                properties.get(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0,
                (Long) properties.get(Constants.SERVICE_ID),
                factory);
    }

    private static String text(Map<String, Object> properties, String name) {
        return properties.get(name) instanceof String text ? text : "";
    }

    private static String provider(Object service) {
        Bundle bundle = FrameworkUtil.getBundle(service.getClass());
        return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
    }

    @Override
    public List<ComponentDescription> components() {
        return registry.components();
    }

    @Override
    public List<DeclaredTree> declared() {
        return registry.declared();
    }

    @Override
    public WrittenTree read(String text) {
        return registry.read(text);
    }

    @Override
    public String write(TreeDescription description) {
        return registry.write(description);
    }

    @Override
    public List<String> check(TreeDescription description, TaskRuntime runtime) {
        return registry.check(description, runtime);
    }

    @Override
    public Declaration declare(String name, String summary, TreeDescription description) {
        return registry.declare(name, summary, description);
    }
}
