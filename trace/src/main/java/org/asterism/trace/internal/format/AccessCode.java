package org.asterism.trace.internal.format;

import org.asterism.api.Access;

/** An access of a task in 32 bits: the mode in the highest four, the id of the handle in the others. */
public final class AccessCode {
    private static final int SHIFT = 28;
    private static final int HANDLE = (1 << SHIFT) - 1;

    /** By code. The codes are part of the format, so the order must not follow that of the enumeration. */
    private static final Access[] MODES = {
        Access.R, Access.W, Access.RW, Access.SCRATCH, Access.REDUX, Access.COMMUTE,
    };

    private static final int[] CODES = new int[Access.values().length];

    static {
        for (int code = 0; code < MODES.length; code++) {
            CODES[MODES[code].ordinal()] = code;
        }
    }

    private AccessCode() {}

    public static int of(Access mode, int handle) {
        return CODES[mode.ordinal()] << SHIFT | handle & HANDLE;
    }

    public static int handle(int code) {
        return code & HANDLE;
    }

    /** The mode; RW, which orders most strictly, for a code that this version does not know. */
    public static Access mode(int code) {
        int mode = code >>> SHIFT;
        return mode < MODES.length ? MODES[mode] : Access.RW;
    }
}
