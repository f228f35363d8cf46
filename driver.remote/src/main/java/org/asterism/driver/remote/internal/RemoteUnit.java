package org.asterism.driver.remote.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.kit.remote.ClassFinder;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.KernelValues;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Unit;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/** A compute unit of a member, as one runtime sees it. */
final class RemoteUnit implements ComputeUnit {
    /** What the unit's own properties begin with: places on the member's machine are none on this one. */
    private static final String PREFIX = "remote.";

    /** The property that names the device of a worker, here its member, or a device of it. */
    private static final String DEVICE = "device.name";

    private final MemberLink link;
    private final int number;
    private final int pipeline;
    private final String name;
    private final Architecture architecture;
    private final Map<String, Object> properties;
    private final Optional<DeviceMemory> memory;
    private final CodeletIndex codelets;
    private final Optional<Predicate<? super Codelet>> choice;

    /**
     * Makes it.
     *
     * @param number its position in the member's offer
     * @param memory the same for all units of the device in a runtime
     * @param codelets finds the names of codelets
     * @param pipeline the number of tasks that it takes at a time
     */
    RemoteUnit(MemberLink link, int number, RemoteMemory memory, CodeletIndex codelets, int pipeline) {
        Unit offered = link.offer().units().get(number);
        this.link = link;
        this.number = number;
        this.pipeline = pipeline;
        this.codelets = codelets;
        this.memory = Optional.of(memory);
        name = link.name() + "-" + offered.name();
        architecture = Architecture.of(offered.architecture());
        Map<String, Object> facts = new HashMap<>();
        offered.properties().forEach((key, value) -> facts.put(PREFIX + key, value));
        facts.put(MEMBER, link.name());
        facts.put(DEVICE, memory.name());
        properties = Map.copyOf(facts);
        choice = Optional.of(this::accepts);
    }

    MemberLink link() {
        return link;
    }

    @Override
    public Architecture architecture() {
        return architecture;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> properties() {
        return properties;
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return memory;
    }

    @Override
    public int pipeline() {
        return pipeline;
    }

    @Override
    public Optional<Predicate<? super Codelet>> codelets() {
        return choice;
    }

    private boolean accepts(Codelet codelet) {
        CodeletIndex.Entry entry = codelets.find(codelet);
        if (entry == null) {
            return false;
        }
        boolean isThere = link.has(entry.reference());
        if (!isThere) {
            link.isAskedFor(entry.reference());
        }
        return isThere;
    }

    @Override
    public Optional<String> refusal(Codelet codelet) {
        CodeletIndex.Entry entry = codelets.find(codelet);
        if (entry == null) {
            return Optional.of("no CodeletCatalogue names codelet '" + codelet.name()
                    + "', so no member can run it: give its bundle one");
        }
        CodeletReference reference = entry.reference();
        return link.has(reference)
                ? Optional.empty()
                : Optional.of("member " + link.name() + " lacks bundle " + reference.source() + " with codelet '"
                        + reference.name() + "': install the same bundle there, or start the member with --install");
    }

    @Override
    public void start() {
        link.requirePresent();
    }

    @Override
    public Execution launch(Implementation implementation, KernelContext context) {
        CodeletIndex.Kernel kernel = codelets.find(architecture, implementation);
        if (kernel == null) {
            throw new IllegalArgumentException("the kernel of codelet '"
                    + context.task().codelet().name() + "' (" + typeOf(implementation)
                    + ") cannot run on " + name + ": no CodeletCatalogue names the codelet; give its bundle one");
        }
        if (context.teamSize() > 1) {
            throw new IllegalArgumentException(
                    name + " runs no part of a parallel task, since the other workers cannot reach its data");
        }
        link.requirePresent();
        CodeletReference reference = kernel.entry().reference();
        ClassFinder classes = kernel.entry().classes();
        byte[] values = KernelValues.encode(context, classes);
        RemoteExecution execution = new RemoteExecution(context, classes);
        link.work()
                .launch(
                        execution,
                        run -> new Launch(
                                run,
                                number,
                                reference,
                                kernel.number(),
                                context.task().id(),
                                context.task().priority(),
                                values));
        return execution;
    }

    private static String typeOf(Implementation implementation) {
        return implementation == null ? "null" : implementation.getClass().getName();
    }

    @Override
    public void stop() {
        // Kernels under way end on the member.
    }

    @Override
    public String toString() {
        return name;
    }
}
