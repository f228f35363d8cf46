package org.asterism.driver.cuda.internal;

import java.util.Map;
import java.util.Optional;
import org.asterism.driver.cuda.internal.kernel.NvrtcFinder;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.driver.cuda.internal.library.NativeCuda;
import org.junit.jupiter.api.Assumptions;

/**
 * A real device, for runs of the tests that are said to be for one: {@code -Dasterism.cuda.real=true}. In such a run
 * the stand-in is never loaded, so what is found is NVIDIA's driver.
 */
final class RealDevice {
    private RealDevice() {}

    /** A driver on real devices; skips the test where there is none. */
    static CudaDriver assume() {
        Assumptions.assumeTrue(
                Boolean.getBoolean(StandIn.REAL_DEVICE),
                "not run on a GPU: say -D" + StandIn.REAL_DEVICE + "=true on a machine that has one");
        String[] reason = new String[1];
        Optional<CudaLibrary> cuda = NativeCuda.open(whyNot -> reason[0] = whyNot);
        Assumptions.assumeTrue(cuda.isPresent(), () -> "not run on a GPU: " + reason[0]);
        Assumptions.assumeFalse(cuda.get().deviceName(0).contains("stand-in"), "not run on a GPU: this is a stand-in");
        return new CudaDriver(Map.of(), whyNot -> cuda, new NvrtcFinder());
    }
}
