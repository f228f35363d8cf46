package org.asterism.kernels.blas.internal;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Checks whether this machine multiplies and adds in one instruction. Otherwise {@link Math#fma} computes in
 * {@link java.math.BigDecimal}, which is correct but a thousand times slower than two instructions.
 */
final class FusedMultiplyAdd {
    private static final System.Logger LOG = System.getLogger(FusedMultiplyAdd.class.getName());

    private FusedMultiplyAdd() {}

    /**
     * Asks the virtual machine, which knows its processor. By name, because some containers do not share the package
     * {@code com.sun.management} with bundles.
     *
     * @return false if it has no such instruction, or does not say
     */
    static boolean isFast() {
        try {
            Object option = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                            "getVMOption",
                            new Object[] {"UseFMA"},
                            new String[] {String.class.getName()});
            return option instanceof CompositeData described
                    && Boolean.parseBoolean(String.valueOf(described.get("value")));
        } catch (JMException | RuntimeException unknown) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "kernels.blas multiplies and adds in two steps: this virtual machine does not say whether it has"
                            + " a fused instruction ("
                            + unknown.getMessage() + ")");
            return false;
        }
    }
}
