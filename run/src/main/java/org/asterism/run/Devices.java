package org.asterism.run;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.TaskRuntime;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.report.text.NearestNames;
import org.asterism.run.internal.option.MachineOptions;
import org.asterism.spi.application.UsageException;

/** Check that the devices which a command line names are available. */
final class Devices {
    private Devices() {}

    /**
     * Refuses a run that would continue without the requested devices.
     *
     * @param runtime runtime that was created for the run
     * @param options options with the named drivers
     * @throws UsageException if a driver with options does not exist
     * @throws IllegalStateException if workers on devices are requested and there are none
     */
    static void require(TaskRuntime runtime, MachineOptions options) {
        List<String> told = options.toldDrivers();
        Map<String, Integer> wanted = options.deviceWorkers();
        if (told.isEmpty() && wanted.isEmpty()) {
            return;
        }
        List<DeviceReport> reports = runtime.devices();
        List<String> there = reports.stream().map(DeviceReport::driver).toList();
        for (String driver : told) {
            if (!there.isEmpty() && !there.contains(driver)) {
                throw new UsageException("option '--driver' names '" + driver + "', but there is no such driver; "
                        + NearestNames.instead(driver, there, "asterism:devices"));
            }
        }
        wanted.forEach((driver, number) -> {
            if (number > 0
                    && runtime.workers().stream()
                            .noneMatch(worker -> worker.architecture().name().equals(driver))) {
                throw new IllegalStateException(
                        "option '--" + driver + "' is '" + number + "', but there is no " + driver + " worker: "
                                + why(driver, reports, options.drivers().getOrDefault(driver, Map.of())));
            }
        });
    }

    private static String why(String driver, List<DeviceReport> reports, Map<String, String> told) {
        Optional<DeviceReport> report =
                reports.stream().filter(each -> each.driver().equals(driver)).findFirst();
        if (report.isEmpty()) {
            return "is org.asterism.driver." + driver + " active?";
        }
        if (!report.get().remark().isEmpty()) {
            return report.get().remark();
        }
        if (report.get().devices().isEmpty()) {
            return "its driver has found no device";
        }
        if (!told.isEmpty()) { // The report does not consider these options.
            return report.get().devices().stream().map(DeviceDescription::name).collect(joining(", "))
                    + " found, but none that this run may use: it says "
                    + told.entrySet().stream()
                            .map(property -> property.getKey() + "=" + property.getValue())
                            .sorted()
                            .collect(joining(", "));
        }
        return report.get().devices().stream()
                .map(device -> device.name() + ": " + (device.remark().isEmpty() ? "not used" : device.remark()))
                .collect(joining("; "));
    }
}
