package org.asterism.api.device;

import java.util.Arrays;

/**
 * The number of work items (OpenCL) or threads (CUDA) that run a kernel, in one to three dimensions, and their groups.
 * The first dimension is the fastest: {@code get_global_id(0)}, {@code threadIdx.x}.
 *
 * @param items the least number of items per dimension, each from 1; it is rounded up to whole groups, so the kernel
 *     must ignore the surplus items
 * @param group the size of a work group (OpenCL) or block (CUDA), per dimension; empty if the driver chooses it
 * @param sharedBytes the size of each block's dynamic shared memory; CUDA only, for OpenCL see
 *     {@link KernelArgument#localMemory}
 */
public record Grid(long[] items, long[] group, long sharedBytes) {
    /** Copies the arrays and checks the numbers. */
    public Grid {
        items = items.clone();
        group = group.clone();
        if (items.length < 1 || items.length > 3 || isAnyBelowOne(items)) {
            throw new IllegalArgumentException("a grid of " + Arrays.toString(items)
                    + " work items: give one to three dimensions, each of 1 or more");
        }
        if (group.length != 0 && group.length != items.length || isAnyBelowOne(group)) {
            throw new IllegalArgumentException("groups of " + Arrays.toString(group) + " work items in a grid of "
                    + Arrays.toString(items) + ": give as many dimensions, each of 1 or more, or none");
        }
        if (sharedBytes < 0) {
            throw new IllegalArgumentException(sharedBytes + " bytes of shared memory: give 0 or more");
        }
    }

    /** Without a stream, which would make more objects than all else that a task on a device needs. */
    private static boolean isAnyBelowOne(long... counts) {
        for (long count : counts) {
            if (count < 1) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes a grid whose groups the driver chooses.
     *
     * @param items the number of work items per dimension
     * @return the grid
     */
    public static Grid of(long... items) {
        return new Grid(items, new long[0], 0);
    }

    /**
     * The same grid in groups of a given size.
     *
     * @param size work items per group, in as many dimensions as the grid has
     * @return the grid
     */
    public Grid inGroupsOf(long... size) {
        return new Grid(items, size, sharedBytes);
    }

    /**
     * The same grid with dynamic shared memory.
     *
     * @param bytes per block; CUDA only
     * @return the grid
     */
    public Grid withSharedBytes(long bytes) {
        return new Grid(items, group, bytes);
    }

    /**
     * A copy of the items.
     *
     * @return work items per dimension
     */
    @Override
    public long[] items() {
        return items.clone();
    }

    /**
     * A copy of the group.
     *
     * @return work items per group and dimension; empty if the driver chooses
     */
    @Override
    public long[] group() {
        return group.clone();
    }

    /**
     * Returns the number of dimensions.
     *
     * @return 1 to 3
     */
    public int dimensions() {
        return items.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Grid grid
                && Arrays.equals(items, grid.items)
                && Arrays.equals(group, grid.group)
                && sharedBytes == grid.sharedBytes;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(items) + Arrays.hashCode(group)) + Long.hashCode(sharedBytes);
    }

    @Override
    public String toString() {
        return Arrays.toString(items)
                + (group.length == 0 ? "" : " in groups of " + Arrays.toString(group))
                + (sharedBytes == 0 ? "" : " with " + sharedBytes + " bytes of shared memory");
    }
}
