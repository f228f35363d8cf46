package org.asterism.driver.sim.internal.machine;

/**
 * The operations that take time besides kernels, as in StarPU's simulation. Times are in nanoseconds.
 *
 * @param transfers whether copies take time at all
 * @param deviceAllocation taking memory from a device
 * @param deviceFree giving memory back to a device, which then also waits for all copies
 * @param queueing handing a kernel or a copy to a device
 * @param submit submitting a task; counted by the core
 * @param push giving a ready task to the policy; counted by the core
 * @param fetch asking for one of a task's data; counted by the core
 * @param turn a worker's look around, per memory that it serves; counted by the core
 */
public record Costs(
        boolean transfers,
        long deviceAllocation,
        long deviceFree,
        long queueing,
        long submit,
        long push,
        long fetch,
        long turn) {
    /** The costs of StarPU's simulation. */
    public static final Costs STANDARD = new Costs(true, 175_000, 750_000, 10_000, 1_000, 1_000, 1_000, 1_000);

    /** A machine whose devices cost nothing but kernels and copies. */
    public Costs withTransfers(boolean counted) {
        return new Costs(counted, deviceAllocation, deviceFree, queueing, submit, push, fetch, turn);
    }

    /** With other costs of device memory. */
    public Costs withDeviceMemory(long allocation, long free) {
        return new Costs(transfers, allocation, free, queueing, submit, push, fetch, turn);
    }

    /** With another cost of handing work to a device. */
    public Costs withQueueing(long nanos) {
        return new Costs(transfers, deviceAllocation, deviceFree, nanos, submit, push, fetch, turn);
    }
}
