package org.asterism.driver.opencl.internal.kernel;

import org.asterism.driver.opencl.internal.library.Kernels;

/**
 * A parameter of a kernel, as its program declares it.
 *
 * @param space the address space of a pointer; UNKNOWN if the platform does not tell
 * @param type as the program has it; empty if the platform does not tell
 */
record Parameter(Space space, String type) {
    /** Address spaces of OpenCL C. */
    enum Space {
        GLOBAL,
        LOCAL,
        CONSTANT,
        PRIVATE,
        UNKNOWN
    }

    private static final int FIRST_QUALIFIER = 0x119B;

    static Parameter of(long kernel, int number) {
        Space[] spaces = {Space.GLOBAL, Space.LOCAL, Space.CONSTANT, Space.PRIVATE};
        int qualifier = Kernels.addressQualifier(kernel, number) - FIRST_QUALIFIER;
        Space space = qualifier >= 0 && qualifier < spaces.length ? spaces[qualifier] : Space.UNKNOWN;
        return new Parameter(space, Kernels.typeName(kernel, number));
    }

    /** Whether what a value is can be given for it; true if the platform does not tell. */
    boolean takes(ValueKind kind) {
        return switch (space) {
            case UNKNOWN -> true;
            case GLOBAL, CONSTANT -> kind == ValueKind.MEMORY;
            case LOCAL -> kind == ValueKind.LOCAL_MEMORY;
            case PRIVATE -> type.isEmpty() || kind.isWrittenAs(type);
        };
    }

    @Override
    public String toString() {
        return switch (space) {
            case GLOBAL -> "a __global pointer";
            case LOCAL -> "a __local pointer";
            case CONSTANT -> "a __constant pointer";
            case PRIVATE -> "of type " + type;
            case UNKNOWN -> "of unknown type";
        };
    }
}
