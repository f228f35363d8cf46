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
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
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
        immediate = true,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class SchedulingTreesComponent implements SchedulingTrees {
    /** Service and the kind that its present properties describe, whose name is empty if the service has none. */
    private record Tracked(TrackedFactory factory, ComponentPlugin kind) {}

    private final BundleContext context;
    private final MachineGroups groups = new MachineGroups();
    private final TreeRegistry registry;
    private final FrameworkListener listener = this::changed;
    /** By service id, because one object may be registered more than once. */
    private final Map<Object, Tracked> tracked = new HashMap<>();

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
        registry.declareShipped();
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
            service = SchedulingComponentFactory.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            updated = "updatedComponent")
    void addComponent(ServiceReference<SchedulingComponentFactory> reference) {
        TrackedFactory factory = new TrackedFactory(context, reference);
        ComponentPlugin kind = kind(reference, factory);
        synchronized (tracked) {
            tracked.put(reference.getProperty(Constants.SERVICE_ID), new Tracked(factory, kind));
        }
        if (kind.name().isEmpty()) {
            System.getLogger(SchedulingTreesComponent.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "a component factory of {0} is ignored: it lacks the service property {1}",
                            kind.provider(),
                            SchedulingComponentFactory.NAME);
            return;
        }
        registry.add(kind);
    }

    /** Called by Declarative Services when only the properties of a service have changed. */
    void updatedComponent(ServiceReference<SchedulingComponentFactory> reference) {
        ComponentPlugin old;
        ComponentPlugin fresh;
        synchronized (tracked) {
            Tracked former = tracked.get(reference.getProperty(Constants.SERVICE_ID));
            old = former.kind();
            fresh = kind(reference, former.factory());
            tracked.put(reference.getProperty(Constants.SERVICE_ID), new Tracked(former.factory(), fresh));
        }
        if (fresh.name().isEmpty()) {
            removeIfNamed(old);
        } else if (old.name().isEmpty()) {
            registry.add(fresh);
        } else if (!fresh.equals(old)) {
            registry.replace(old, fresh);
        }
    }

    /** Called by Declarative Services. */
    void removeComponent(ServiceReference<SchedulingComponentFactory> reference) {
        Tracked leaving;
        synchronized (tracked) {
            leaving = tracked.remove(reference.getProperty(Constants.SERVICE_ID));
        }
        if (leaving != null) {
            removeIfNamed(leaving.kind());
            leaving.factory().release();
        }
    }

    private void removeIfNamed(ComponentPlugin kind) {
        if (!kind.name().isEmpty()) {
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

    private static ComponentPlugin kind(ServiceReference<?> reference, TrackedFactory factory) {
        return new ComponentPlugin(
                text(reference, SchedulingComponentFactory.NAME),
                text(reference, SchedulingComponentFactory.KIND),
                text(reference, SchedulingComponentFactory.DESCRIPTION),
                Parameter.declarations(reference.getProperty(SchedulingComponentFactory.PARAMETERS)),
                factory.provider(),
                reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0,
                (Long) reference.getProperty(Constants.SERVICE_ID),
                factory);
    }

    private static String text(ServiceReference<?> reference, String name) {
        return reference.getProperty(name) instanceof String text ? text : "";
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
