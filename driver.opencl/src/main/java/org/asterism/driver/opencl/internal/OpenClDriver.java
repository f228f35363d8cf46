package org.asterism.driver.opencl.internal;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Architecture;
import org.asterism.api.device.DeviceDescription;
import org.asterism.api.device.DeviceReport;
import org.asterism.driver.opencl.internal.device.DeviceFacts;
import org.asterism.driver.opencl.internal.device.Discovery;
import org.asterism.driver.opencl.internal.device.FoundDevice;
import org.asterism.driver.opencl.internal.device.OpenDevice;
import org.asterism.driver.opencl.internal.device.Opening;
import org.asterism.driver.opencl.internal.kernel.Programs;
import org.asterism.driver.opencl.internal.memory.OpenClMemory;
import org.asterism.driver.opencl.internal.memory.SpareMemory;
import org.asterism.driver.opencl.internal.settings.Settings;
import org.asterism.driver.opencl.internal.unit.OpenClUnit;
import org.asterism.driver.opencl.internal.unit.SharedDevice;
import org.asterism.driver.opencl.internal.unit.UnitPlace;
import org.asterism.driver.opencl.internal.unit.UnitPlan;
import org.asterism.kit.device.KernelCache;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.ProvidesDriver;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Opens the devices that support OpenCL. Without the library, a platform or a device it says so in one line and offers
 * nothing. A wrong configuration is reported to the caller that opens units, which can tell the user.
 */
@Component(property = Driver.NAME + "=" + OpenClDriver.DRIVER, configurationPid = OpenClConfiguration.PID)
@Designate(ocd = OpenClConfiguration.class)
@ProvidesDriver(OpenClDriver.DRIVER)
public final class OpenClDriver implements Driver {
    static final String DRIVER = "opencl";

    private static final System.Logger LOG = System.getLogger(OpenClDriver.class.getName());
    private static final int PERCENT = 100;

    private final Map<String, Object> configuration;

    /** The last report of the search, which is logged once. */
    private final AtomicReference<String> said = new AtomicReference<>("");

    /** Creates a driver with the default configuration, for use without a container. */
    public OpenClDriver() {
        this(Map.of());
    }

    /**
     * Called by Declarative Services.
     *
     * @param configuration properties as they are configured
     */
    @Activate
    public OpenClDriver(Map<String, Object> configuration) {
        this.configuration = Map.copyOf(configuration);
    }

    /**
     * Not before somebody wants devices: platforms take time and memory when they are loaded, whether they are used or
     * not.
     */
    private Discovery.Found find() {
        Discovery.Found found = Discovery.find();
        if (!found.remark().equals(said.getAndSet(found.remark()))
                && !found.remark().isEmpty()) {
            LOG.log(Level.INFO, "driver.opencl: " + found.remark());
        }
        return found;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        Settings settings = settings(request);
        return request.mostUnits().orElse(1) == 0
                ? List.of()
                : open(settings, request.mostUnits(), used(settings, Set.of()));
    }

    @Override
    public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
        Settings settings = settings(request);
        Set<String> known = new HashSet<>();
        for (ComputeUnit unit : open) {
            if (unit instanceof OpenClUnit ours) {
                known.add(ours.identity());
            }
        }
        OptionalInt most = request.mostUnits().isPresent()
                ? OptionalInt.of(Math.max(0, request.mostUnits().getAsInt() - open.size()))
                : OptionalInt.empty();
        return open(settings, most, used(settings, known));
    }

    @Override
    public DeviceReport report(DriverRequest request) {
        Discovery.Found found = find();
        Settings settings = settings(request);
        List<DeviceDescription> devices = new ArrayList<>();
        for (FoundDevice device : found.devices()) {
            DeviceFacts facts = device.facts();
            String refusal = settings.refusal(facts);
            devices.add(new DeviceDescription(
                    facts.name(),
                    Architecture.OPENCL,
                    facts.model(),
                    facts.memory(),
                    refusal.isEmpty(),
                    refusal.isEmpty() ? facts.remark() : refusal,
                    facts.describe()));
        }
        return new DeviceReport(DRIVER, found.remark(), devices);
    }

    /**
     * Returns the settings of a request. If it requests a number of workers, processors of the host serve as devices if
     * necessary.
     */
    private Settings settings(DriverRequest request) {
        Settings settings = Settings.of(configuration, request.properties());
        int most = request.mostUnits().orElse(0);
        if (most < 0) {
            throw new IllegalArgumentException("driver.opencl cannot open " + most + " workers: ask for 0 or more");
        }
        return most > 0 && !request.properties().containsKey(Settings.CPU_DEVICES)
                ? settings.withCpuDevices()
                : settings;
    }

    private List<FoundDevice> used(Settings settings, Set<String> without) {
        return find().devices().stream()
                .filter(device -> settings.refusal(device.facts()).isEmpty())
                .filter(device -> !without.contains(device.facts().identity()))
                .toList();
    }

    private static List<ComputeUnit> open(Settings settings, OptionalInt most, List<FoundDevice> devices) {
        if (devices.isEmpty() || most.isPresent() && most.getAsInt() == 0) {
            return List.of();
        }
        KernelCache cache = KernelCache.of(settings.cache());
        List<OpenDevice> opened = new Opening(settings.subDevices(), settings.sharedContext()).open(devices);
        int[] counts = UnitPlan.counts(
                opened.stream().map(device -> device.parts().size()).toList(), settings, most);
        opened.forEach(OpenDevice::hold);
        List<ComputeUnit> units = new ArrayList<>();
        try {
            for (int number = 0; number < counts.length; number++) {
                units.addAll(units(opened.get(number), counts[number], settings, cache));
            }
            return units;
        } catch (RuntimeException | Error failed) {
            units.forEach(ComputeUnit::close);
            throw failed;
        } finally {
            opened.forEach(OpenDevice::letGo); // closes those that got no unit
        }
    }

    private static List<OpenClUnit> units(OpenDevice device, int count, Settings settings, KernelCache cache) {
        DeviceFacts facts = device.facts();
        long most = facts.memory() - facts.memory() / PERCENT * settings.memoryReserve();
        long capacity = Math.min(most, settings.memoryLimit().orElse(Long.MAX_VALUE));
        boolean inMainMemory = settings.zeroCopy() && facts.sharesMainMemory();
        SharedDevice shared = new SharedDevice(
                device,
                new Programs(device, cache),
                inMainMemory ? Optional.empty() : Optional.of(new OpenClMemory(device, capacity)),
                new SpareMemory(inMainMemory ? most : facts.memory() - capacity));
        List<OpenClUnit> units = new ArrayList<>();
        for (UnitPlace place : UnitPlan.places(device, count)) {
            units.add(new OpenClUnit(place, shared, settings.pipeline(), settings.outOfOrder()));
        }
        return units;
    }
}
