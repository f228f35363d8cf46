package org.asterism.driver.cpu.internal;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/** Runs kernels on the calling thread. */
final class CpuUnit implements ComputeUnit {
    /** Binds a unit's thread to a processing unit. */
    interface Binder {
        /**
         * Binds the calling thread.
         *
         * @return false if that is not possible
         */
        boolean bind(BitSet processingUnits);

        /** Lets the calling thread run on all processing units of the process again. */
        void release();
    }

    private final String name;
    private final Map<String, Object> facts;
    private final BitSet processingUnit;
    private final Binder binder;
    private final Optional<DeviceMemory> memory;
    private volatile boolean bound;
    private Thread boundThread;

    /**
     * Makes a unit.
     *
     * @param number its number among those that are opened together
     * @param place its processing unit, or null if it has none
     * @param binder binds it there, or null if it is to run wherever the system puts it
     * @param memories has the memory that it works in
     */
    CpuUnit(int number, Place place, Binder binder, Memories memories) {
        this.name = CpuDriver.DRIVER + "-" + number;
        this.facts = facts(place);
        this.binder = binder;
        this.memory = memories.of(number);
        this.bound = binder != null;
        this.processingUnit = new BitSet();
        if (place != null) {
            processingUnit.set(place.processingUnit());
        }
    }

    private static Map<String, Object> facts(Place place) {
        Map<String, Object> facts = new HashMap<>();
        if (place != null) {
            facts.put(
                    ComputeUnit.PLACE,
                    Math.max(0, place.socket()) + "." + Math.max(0, place.numaNode()) + "." + place.core() + "."
                            + place.thread());
            facts.put(ComputeUnit.PROCESSING_UNIT, place.processingUnit());
            facts.put("cpu.thread", place.thread());
            facts.put("cpu.core", place.core());
            if (place.socket() >= 0) {
                facts.put("cpu.package", place.socket());
            }
            if (place.numaNode() >= 0) {
                facts.put("numa.node", place.numaNode());
            }
        }
        return facts;
    }

    @Override
    public Architecture architecture() {
        return Architecture.CPU;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>(facts);
        properties.put("cpu.bound", bound);
        return properties;
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return memory;
    }

    @Override
    public void start() {
        if (binder != null) {
            bound = binder.bind(processingUnit);
            boundThread = Thread.currentThread();
        }
    }

    @Override
    public Execution launch(Implementation implementation, KernelContext context) throws Exception {
        if (implementation instanceof Kernel kernel) {
            kernel.run(context);
            return Execution.FINISHED;
        }
        throw new IllegalArgumentException(name + " runs implementations of type " + Kernel.class.getName()
                + " only, but was given "
                + (implementation == null ? "null" : implementation.getClass().getName())
                + ": give the codelet its kernel with Codelet.Builder.cpu(...)");
    }

    /**
     * The thread may be the program's own, which must not stay on one processing unit. Another one, which ends the use
     * in its place, may be bound elsewhere, and stays so.
     */
    @Override
    public void stop() {
        if (binder != null && bound && boundThread == Thread.currentThread()) {
            binder.release();
        }
        boundThread = null;
    }

    @Override
    public String toString() {
        return name;
    }
}
