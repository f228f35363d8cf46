package org.asterism.shell.gogo.internal.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.profile.Profiler;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * The profilers of the runtimes. While profiling is on, a runtime that comes is profiled as well. The profile of the
 * runtime that ended last is kept.
 */
@Component(service = Profilers.class, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Profilers {
    /**
     * A profiled runtime.
     *
     * @param name what people call it
     * @param profiler its figures
     * @param runtime the runtime; null if it has ended
     */
    record Profiled(String name, Profiler profiler, TaskRuntime runtime) {}

    private final Map<TaskRuntime, Profiled> live = new LinkedHashMap<>();

    private Profiled ended;
    private boolean isOn;

    /** Called by Declarative Services. */
    public Profilers() {}

    @Reference(
            service = TaskRuntime.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    synchronized void addRuntime(
            ServiceReference<TaskRuntime> reference, ComponentServiceObjects<TaskRuntime> objects) {
        if (isOn) {
            TaskRuntime runtime = objects.getService();
            if (runtime == null) { // it has left since
                return;
            }
            if (runtime.hasBegun()) {
                Object name = reference.getProperty(RuntimeNames.PROPERTY);
                profile(name == null ? Runtimes.DEFAULT : name.toString(), runtime);
            }
            objects.ungetService(runtime);
        }
    }

    synchronized void removeRuntime(
            ServiceReference<TaskRuntime> reference, ComponentServiceObjects<TaskRuntime> objects) {
        TaskRuntime leaving = live.isEmpty() ? null : objects.getService();
        if (leaving == null) {
            return;
        }
        Profiled profiled = live.remove(leaving);
        if (profiled != null) {
            profiled.profiler().close();
            ended = new Profiled(profiled.name(), profiled.profiler(), null);
        }
        objects.ungetService(leaving);
    }

    private void profile(String name, TaskRuntime runtime) {
        live.put(runtime, new Profiled(name, Profiler.of(runtime), runtime));
    }

    /** Begins to profile some runtimes, and all that come; those that are profiled already begin anew. */
    synchronized void on(List<NamedRuntime> runtimes) {
        off();
        live.clear();
        ended = null;
        isOn = true;
        runtimes.forEach(each -> profile(each.name(), each.runtime()));
    }

    /** Ends profiling; the figures stay. */
    @Deactivate
    synchronized void off() {
        isOn = false;
        live.values().forEach(each -> each.profiler().close());
    }

    /** Sets the figures to 0. */
    synchronized void reset() {
        ended = null;
        live.values().forEach(each -> each.profiler().reset());
    }

    synchronized boolean isOn() {
        return isOn;
    }

    /** All that have figures; the one that has ended comes last. */
    synchronized List<Profiled> all() {
        List<Profiled> all = new ArrayList<>(live.values());
        if (ended != null) {
            all.add(ended);
        }
        return all;
    }
}
