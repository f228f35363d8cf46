package org.asterism.driver.cuda.internal.library;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;

/** Checks whether the driver's library can be opened. The check costs little and can be repeated. */
final class ProbedLibrary {
    /** By the name under which the system's loader knows it. */
    static final String NAME = "libcuda.so.1";

    private ProbedLibrary() {}

    @SuppressWarnings("restricted") // to look whether a library can be opened, one has to open it
    static boolean isThere() {
        try {
            // It stays: a driver that has been opened once may have threads of its own.
            SymbolLookup.libraryLookup(NAME, Arena.global());
            return true;
        } catch (IllegalArgumentException missing) {
            return false;
        }
    }
}
