package org.asterism.kernels.blas.internal;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Checks whether this machine multiplies and adds in one instruction. Otherwise {@link Math#fma} computes in
 * {@link java.math.BigDecimal}, which is correct but a thousand times slower than two instructions.
 */
final class FusedMultiplyAdd {
    private static final System.Logger LOG = System.getLogger(FusedMultiplyAdd.class.getName());

    private FusedMultiplyAdd() {}

    /**
     * Asks the virtual machine, which knows its processor.
     *
     * @return false if it has no such instruction, or does not say
     */
    static boolean isFast() {
        try {
            HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return machine != null
                    && Boolean.parseBoolean(machine.getVMOption("UseFMA").getValue());
        } catch (IllegalArgumentException | LinkageError unknown) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "kernels.blas multiplies and adds in two steps: this virtual machine does not say whether it has"
                            + " a fused instruction ("
                            + unknown.getMessage() + ")");
            return false;
        }
    }
}
