package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.asterism.api.RuntimeNames;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Runtimes that are registered as services. The default runtime starts its workers at its first use, so this class gets
 * no runtime before a command needs it.
 */
@Component(service = Runtimes.class, immediate = true, configurationPolicy = ConfigurationPolicy.IGNORE)
public final class Runtimes {
    /** Name of the runtime without a name property. */
    public static final String DEFAULT = "default";

    private static final class Known {
        private final ServiceReference<TaskRuntime> reference;
        private final ComponentServiceObjects<TaskRuntime> objects;
        private TaskRuntime runtime;

        private Known(ServiceReference<TaskRuntime> reference, ComponentServiceObjects<TaskRuntime> objects) {
            this.reference = reference;
            this.objects = objects;
        }

        private synchronized TaskRuntime get() {
            if (runtime == null) {
                runtime = objects.getService();
            }
            return runtime;
        }

        private synchronized void giveBack() {
            if (runtime != null) {
                objects.ungetService(runtime);
                runtime = null;
            }
        }
    }

    private final List<Known> known = new ArrayList<>();

    /** Called by Declarative Services. */
    public Runtimes() {}

    @Reference(
            service = TaskRuntime.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addRuntime(ServiceReference<TaskRuntime> reference, ComponentServiceObjects<TaskRuntime> objects) {
        synchronized (known) {
            known.add(new Known(reference, objects));
            known.sort(Comparator.comparingLong(Runtimes::id));
        }
    }

    void removeRuntime(ServiceReference<TaskRuntime> reference) {
        Known leaving = null;
        synchronized (known) {
            for (Known each : known) {
                if (each.reference.equals(reference)) {
                    leaving = each;
                }
            }
            known.remove(leaving);
        }
        if (leaving != null) {
            leaving.giveBack();
        }
    }

    private static String name(Known each) {
        Object property = each.reference.getProperty(RuntimeNames.PROPERTY);
        return property == null ? DEFAULT : property.toString();
    }

    private static long id(Known each) {
        return (Long) each.reference.getProperty("service.id");
    }

    private List<Known> allKnown() {
        synchronized (known) {
            return List.copyOf(known);
        }
    }

    /**
     * Returns all runtimes. The shared one starts when a call needs its workers.
     *
     * @return the runtimes, oldest first; at least one
     * @throws IllegalStateException if there is none
     */
    public List<NamedRuntime> all() {
        Set<String> taken = new HashSet<>();
        List<NamedRuntime> named = new ArrayList<>();
        for (Known each : allKnown()) {
            TaskRuntime runtime = each.get();
            if (runtime != null) { // The runtime may have been unregistered meanwhile.
                named.add(new NamedRuntime(unique(name(each), taken::add), runtime));
            }
        }
        if (named.isEmpty()) {
            throw new IllegalStateException("there is no runtime: is the bundle org.asterism.core.impl active?");
        }
        return named;
    }

    /**
     * Finds a runtime.
     *
     * @param name name of a runtime
     * @return the runtime
     * @throws UsageException if there is none with that name
     */
    public NamedRuntime named(String name) {
        List<NamedRuntime> all = all();
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no runtime '" + name + "'; "
                        + NearestNames.instead(
                                name, all.stream().map(NamedRuntime::name).toList(), "asterism:workers")));
    }

    /**
     * Returns the shared runtime of programs, if it was started.
     *
     * @return the runtime; empty if no program has used it yet
     */
    public Optional<TaskRuntime> sharedIfBegun() {
        return allKnown().stream()
                .filter(each -> DEFAULT.equals(name(each)))
                .map(Known::get)
                .filter(runtime -> runtime != null && runtime.hasBegun())
                .findFirst();
    }

    private static String unique(String name, Predicate<String> isFree) {
        String candidate = name;
        for (int number = 2; !isFree.test(candidate); number++) {
            candidate = name + "-" + number;
        }
        return candidate;
    }

    /**
     * Context with its runtime.
     *
     * @param runtime the runtime
     * @param context one of its contexts
     * @param label name for commands: the context's name, preceded by the runtime's name and a slash if there are
     *     several runtimes
     */
    public record Located(NamedRuntime runtime, SchedulingContext context, String label) {}

    /**
     * Returns the contexts of all runtimes, and starts the runtimes if necessary.
     *
     * @return the contexts, in the order of their runtimes
     */
    public List<Located> contexts() {
        return contexts(any -> true);
    }

    /**
     * Returns the existing contexts, without starting a runtime.
     *
     * @return the contexts, in the order of their runtimes; empty if no runtime was started
     */
    public List<Located> presentContexts() {
        return contexts(TaskRuntime::hasBegun);
    }

    /**
     * Returns suggestions for contexts.
     *
     * @return the labels of {@link #contexts()}, each with its active policy
     */
    public List<Suggestion> suggestedContexts() {
        return contexts().stream()
                .map(each ->
                        new Suggestion(each.label(), each.context().policy().orElse("parked")))
                .toList();
    }

    private List<Located> contexts(Predicate<TaskRuntime> which) {
        List<NamedRuntime> runtimes = all();
        List<Located> contexts = new ArrayList<>();
        for (NamedRuntime runtime : runtimes) {
            if (!which.test(runtime.runtime())) {
                continue;
            }
            for (SchedulingContext context : runtime.runtime().contexts()) {
                String label = runtimes.size() == 1 ? context.name() : runtime.name() + "/" + context.name();
                contexts.add(new Located(runtime, context, label));
            }
        }
        return contexts;
    }

    /**
     * Finds a context.
     *
     * @param typed {@code CONTEXT} for the oldest runtime that has it, or {@code RUNTIME/CONTEXT}
     * @return the context
     * @throws UsageException if there is none with that name
     */
    public Located context(String typed) {
        List<Located> contexts = contexts();
        return contexts.stream()
                .filter(each -> typed.equals(
                        each.runtime().name() + "/" + each.context().name()))
                .findFirst()
                .or(() -> contexts.stream()
                        .filter(each -> typed.equals(each.context().name()))
                        .findFirst())
                .orElseThrow(() -> new UsageException("there is no context '" + typed + "'; "
                        + NearestNames.instead(
                                typed, contexts.stream().map(Located::label).toList(), "asterism:contexts")));
    }
}
