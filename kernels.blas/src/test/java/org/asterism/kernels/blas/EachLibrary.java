package org.asterism.kernels.blas;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.asterism.kernels.blas.internal.DenseLibrary;
import org.asterism.kernels.blas.internal.JavaLibrary;
import org.asterism.kernels.blas.internal.Libraries;

/** The libraries that tests run with. */
final class EachLibrary {
    private EachLibrary() {}

    /** Plain Java, or what the machine has; the test is skipped, and says so, if it has none. */
    static DenseLibrary named(String name) {
        if (name.equals("java")) {
            return new JavaLibrary();
        }
        Optional<DenseLibrary> found = Libraries.ofMachine();
        assumeTrue(found.isPresent(), "this machine has no optimised BLAS: install libopenblas0-pthread");
        return found.get();
    }
}
