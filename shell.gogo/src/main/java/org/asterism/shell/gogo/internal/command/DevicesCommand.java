package org.asterism.shell.gogo.internal.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.report.text.Rows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:devices}, which lists the devices. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "devices")
public final class DevicesCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes with the workers of the devices
     */
    @Activate
    public DevicesCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Lists the devices.
     *
     * @param rescan whether to search for new devices
     * @return one row per device
     */
    @Descriptor("lists the devices of all drivers, used or not, and why a driver has none")
    public Rows devices(
            @Descriptor("search for new devices, and add workers for them")
                    @Parameter(names = "--rescan", presentValue = "true", absentValue = "false")
                    boolean rescan) {
        List<NamedRuntime> all = runtimes.all();
        Map<String, List<String>> came = new LinkedHashMap<>();
        if (rescan) {
            for (NamedRuntime runtime : all) {
                List<Worker> workers = runtime.runtime().rescanDevices();
                came.put(runtime.name(), workers.stream().map(Worker::name).toList());
            }
        }
        return new DeviceListing(reports(all), all, came);
    }

    /** The devices that the runtimes have found so far. */
    static DeviceListing listing(List<NamedRuntime> all) {
        return new DeviceListing(reports(all), all, Map.of());
    }

    /**
     * Returns the reports of all runtimes. All runtimes see the same hardware, but one may use a device that another
     * one ignores.
     */
    private static List<DeviceReport> reports(List<NamedRuntime> all) {
        Map<String, DeviceReport> reports = new LinkedHashMap<>();
        for (NamedRuntime runtime : all) {
            for (DeviceReport report : runtime.runtime().devices()) {
                reports.merge(report.driver(), report, DevicesCommand::ofBoth);
            }
        }
        return List.copyOf(reports.values());
    }

    private static DeviceReport ofBoth(DeviceReport first, DeviceReport second) {
        Map<String, DeviceDescription> devices = new LinkedHashMap<>();
        first.devices().forEach(device -> devices.put(device.name(), device));
        second.devices()
                .forEach(device -> devices.merge(
                        device.name(), device, (one, other) -> one.used() || !other.used() ? one : other));
        return new DeviceReport(first.driver(), first.remark(), List.copyOf(devices.values()));
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion(
                        "devices --rescan", "after a device was plugged in, or the library that drives it installed"),
                new Suggestion("each (asterism:devices) { echo ($it model) }", "what their makers call them"));
    }
}
