package org.asterism.spi.driver;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One processing unit, driven by one worker.
 *
 * <p><b>Threads.</b> The thread that steps the worker calls {@link #start}, {@link #launch}, the executions that
 * launches return, and {@link #stop}. A worker that the runtime steps has one thread, which calls {@code start} once
 * and {@code stop} once, before {@link #close}.
 *
 * <p>A worker that the program {@link org.asterism.api.Worker#isDriven drives} may be handed over. Then {@code start}
 * and {@code stop} come in pairs, one pair for each thread, or not at all if no thread ever drives it. The thread that
 * called {@code start} last also calls {@code launch}, and normally {@code stop}. There is one exception: when the
 * worker leaves or another thread takes it over, the former thread may have ended or stopped driving it. Then the
 * thread that makes the worker leave, or takes it over, calls {@code stop} and polls the executions under way.
 */
@ConsumerType
public interface ComputeUnit {
    /**
     * The property that gives the unit's place in the machine (String): the numbers of the objects around it and its
     * own, the outermost first, with dots between, such as {@code 0.1.3}. The longer the common beginning of their
     * places, the nearer units are. The units of a driver have places of one length.
     */
    String PLACE = "place";

    /**
     * The {@link #properties property} with the operating system's number, an {@link Integer} from 0, of the processing
     * unit that a unit for processor cores runs on. By it the worker's place in the machine's topology is found.
     */
    String PROCESSING_UNIT = "cpu.pu";

    /**
     * The {@link #properties property} with the number, an {@link Integer} from 0, of the device that the unit computes
     * on, among those of its architecture. Performance models keep devices apart by it, but for architectures whose
     * units are said to be alike ({@link org.asterism.api.model.ModelSettings#alike}).
     */
    String DEVICE = "device";

    /**
     * The {@link #properties property} with the address of a device's unit on the machine's bus (String), in the
     * notation of the {@code pci_busid} of topologies, such as {@code 0000:3b:00.0}. By it devices are assigned to a
     * package or node of the machine.
     */
    String PCI_BUS = "pci.bus";

    /**
     * The {@link #properties property} with the name of the Java virtual machine that the unit belongs to (String), if
     * that is another one. A worker of such a unit joins no team: it does not reach the memory of others.
     */
    String MEMBER = "remote.member";

    /**
     * Returns its kind of processor.
     *
     * @return the same at every call
     */
    Architecture architecture();

    /**
     * The unit's name, such as {@code cpu-0}.
     *
     * @return unique among the units that its driver opened for a runtime
     */
    String name();

    /**
     * Facts for people and for filters, such as {@code cpu.pu}.
     *
     * @return the same names at every call
     */
    Map<String, Object> properties();

    /**
     * The memory that the unit's kernels work in.
     *
     * @return the same object for all units that share it; empty for main memory
     */
    default Optional<DeviceMemory> memory() {
        return Optional.empty();
    }

    /**
     * Returns how many tasks the unit accepts at a time. While the first one runs, the data of the others are fetched,
     * and their kernels launched. Kernels end in the order in which they were launched.
     *
     * @return from 1
     */
    default int pipeline() {
        return 1;
    }

    /**
     * Returns the times of tasks, if the unit does not really compute.
     *
     * @return the same object for units that are alike; empty for a unit that is measured
     */
    default Optional<UnitTiming> timing() {
        return Optional.empty();
    }

    /**
     * Returns the unit's choice among the codelets that have an implementation for its architecture, for a unit that
     * lacks the code of others. Any thread may ask the choice at any time, for each task: it must answer quickly.
     *
     * @return the same object at every call; empty for a unit that runs all of them
     */
    default Optional<Predicate<? super Codelet>> codelets() {
        return Optional.empty();
    }

    /**
     * Returns why the unit does not run a codelet, for people. Any thread may ask.
     *
     * @param codelet one that {@link #codelets} refuses
     * @return a phrase that names what is lacking, and the remedy; empty if the unit does not say
     */
    default Optional<String> refusal(Codelet codelet) {
        return Optional.empty();
    }

    /**
     * Whether a task's kernel keeps the unit's worker busy, as one does that runs on the worker's thread: it is
     * launched when nothing is ahead of it, and no further task is begun meanwhile, although the unit may take several.
     *
     * @param task one that the unit can run
     * @return the same at every call
     */
    default boolean isSynchronous(Task task) {
        return false;
    }

    /**
     * Until when the worker is kept busy by what it does for the unit besides kernels, such as handing over copies, in
     * a runtime in virtual time: it is not stepped before.
     *
     * @return a time of the runtime's clock; one that has passed means that it is free
     */
    default long busyUntil() {
        return Long.MIN_VALUE;
    }

    /**
     * Prepares the calling thread, which will launch the kernels, for instance by binding it to a core.
     *
     * @throws RuntimeException if the unit cannot be used: its worker does not come into being, and the reason is
     *     reported; or if the program drives it, {@code start} is called again when that is next tried
     */
    void start();

    /**
     * Begins a task's kernel. A unit that works on the calling thread ends it too.
     *
     * @param implementation the task's codelet has it for {@link #architecture}
     * @param context the task's data and argument
     * @return {@link Execution#FINISHED}, or an object that reports the end of the kernel
     * @throws Exception if the kernel fails; its task then fails
     */
    Execution launch(Implementation implementation, KernelContext context) throws Exception;

    /** Gives back what {@link #start} took; called after each {@code start}, also if it has thrown. */
    void stop();

    /**
     * Gives back what the driver took for this unit when it opened it; called once and last, also if it was never
     * started.
     */
    default void close() {}
}
