package org.asterism.remote.member.internal;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.device.DeviceReport;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/**
 * A driver whose units are opened for each coordinator.
 *
 * @param name by which people know it
 * @param driver opens them
 * @param request what it is asked for
 */
record MemberDriver(String name, Driver driver, DriverRequest request) {
    /** Opens its units. */
    List<ComputeUnit> open() {
        return driver.open(request);
    }

    /** Returns why it has opened no units, in a line that says what to do. */
    String whyNone(String member) {
        String reason = reason();
        return "member " + member + " offers no device of driver '" + name + "': "
                + (reason.isEmpty() ? "it finds none" : Peers.line(reason))
                + "; if there should be one, see asterism exec asterism:devices on this machine";
    }

    /** Returns what it says of the devices that it does not use; empty if it says nothing. */
    private String reason() {
        DeviceReport report;
        try {
            report = driver.report(request);
        } catch (RuntimeException | Error failed) {
            return "it cannot say why: " + failed;
        }
        return Stream.concat(
                        Stream.of(report.remark()),
                        report.devices().stream()
                                .filter(device -> !device.used())
                                .map(device -> device.name() + ": " + device.remark()))
                .filter(remark -> !remark.isBlank())
                .collect(Collectors.joining("; "));
    }

    /** Returns, in a line that says what to do, that it has failed to open its units. */
    String whyNot(String member, Throwable failure) {
        return "member " + member + " offers no device of driver '" + name + "', which cannot be opened: "
                + Peers.line(failure.toString()) + "; see asterism exec asterism:devices on this machine, or do not"
                + " name the driver";
    }
}
