package org.asterism.driver.remote.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.testing.InlineDriver;
import org.asterism.remote.member.internal.Member;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member names the drivers that have nothing to offer, and offers the rest. */
@Timeout(60)
class DriversWithoutDevicesTest {
    private final Cluster cluster = new Cluster(0);

    /** A driver of no unit, named Absent in lines. */
    private record Absent(Function<DriverRequest, List<ComputeUnit>> opening, DeviceReport found) implements Driver {
        @Override
        public List<ComputeUnit> open(DriverRequest request) {
            return opening.apply(request);
        }

        @Override
        public DeviceReport report(DriverRequest request) {
            return found;
        }
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static Driver finding(String remark, DeviceDescription... devices) {
        return new Absent(request -> List.of(), new DeviceReport("absent", remark, List.of(devices)));
    }

    /** Returns what a member says that offers a core, the devices of a driver, and one more unit. */
    private String lineOf(Driver driver) {
        try (CapturedLog lines = CapturedLog.of(Member.class.getPackageName() + ".SessionUnits")) {
            cluster.addReachable("node1", new InlineDriver(1), driver, new InlineDriver(1, Architecture.CUDA));
            assertEquals(2, cluster.link("node1").offer().units().size());
            assertEquals(1, lines.messages().size(), lines.messages().toString());
            return lines.messages().getFirst();
        }
    }

    @Test
    void shouldSayWhyADriverUsesNoDeviceThatItFinds() {
        DeviceDescription cores = new DeviceDescription(
                "opencl-0",
                Architecture.OPENCL,
                "PoCL",
                1 << 20,
                false,
                "it computes on the processors of this machine: cpu.devices=true uses it",
                Map.of());
        assertEquals(
                "member node1 offers no device of driver 'Absent': opencl-0: it computes on the processors of this"
                        + " machine: cpu.devices=true uses it; if there should be one, see asterism exec"
                        + " asterism:devices on this machine",
                lineOf(finding("", cores)));
    }

    @Test
    void shouldSayWhyADriverFindsNothing() {
        assertTrue(lineOf(finding("no OpenCL: no platform is installed"))
                .startsWith("member node1 offers no device of driver 'Absent': no OpenCL: no platform is installed;"));
    }

    @Test
    void shouldSayThatADriverFindsNothingIfItDoesNotTellWhy() {
        assertTrue(lineOf(request -> List.of()).contains("': it finds none; if there should be one, see"));
    }

    @Test
    void shouldOfferTheUnitsOfTheOthersIfADriverCannotBeOpened() {
        Driver broken = new Absent(
                request -> {
                    throw new IllegalStateException("its library\nis broken");
                },
                new DeviceReport("absent", "", List.of()));
        String line = lineOf(broken);
        assertTrue(
                line.startsWith("member node1 offers no device of driver 'Absent', which cannot be opened:"
                        + " java.lang.IllegalStateException: its library is broken; see asterism exec"),
                line);
    }
}
