package org.asterism.driver.cuda.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.device.DeviceReport;
import org.asterism.driver.cuda.internal.kernel.CudaCompiler;
import org.asterism.driver.cuda.internal.kernel.NvrtcFinder;
import org.asterism.driver.cuda.internal.kernel.Programs;
import org.asterism.driver.cuda.internal.library.CudaContext;
import org.asterism.driver.cuda.internal.library.CudaFailure;
import org.asterism.driver.cuda.internal.library.CudaLibrary;
import org.asterism.driver.cuda.internal.library.NativeCuda;
import org.asterism.driver.cuda.internal.unit.OpenDevice;
import org.asterism.kit.device.KernelCache;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.ProvidesDriver;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Opens NVIDIA's devices. Without NVIDIA's driver, or a device, there is nothing to open, and the report says why. Each
 * later request searches again.
 */
@Component(property = Driver.NAME + "=" + CudaDriver.DRIVER, configurationPid = CudaConfiguration.PID)
@Designate(ocd = CudaConfiguration.class)
@ProvidesDriver(CudaDriver.DRIVER)
public final class CudaDriver implements Driver {
    static final String DRIVER = "cuda";

    private static final System.Logger LOG = System.getLogger(CudaDriver.class.getName());

    private final Map<String, ?> configured;
    private final Function<Consumer<String>, Optional<CudaLibrary>> opening;
    private final Supplier<Optional<CudaCompiler>> compiler;

    /** The result of the last search for the driver's library. No thread waits while another one searches. */
    private final AtomicReference<Found> found = new AtomicReference<>(new Found(null, ""));

    /**
     * The result of the search for the driver's library.
     *
     * @param library null if it cannot be used
     * @param remark the reason why it cannot be used; empty if it can
     */
    private record Found(CudaLibrary library, String remark) {}

    /** Creates a driver with the default configuration, for use without a container. */
    public CudaDriver() {
        this(Map.of());
    }

    /**
     * Called by Declarative Services.
     *
     * @param properties the configuration
     */
    @Activate
    public CudaDriver(Map<String, Object> properties) {
        this(properties, NativeCuda::open, new NvrtcFinder());
    }

    CudaDriver(
            Map<String, ?> configured,
            Function<Consumer<String>, Optional<CudaLibrary>> opening,
            Supplier<Optional<CudaCompiler>> compiler) {
        this.configured = configured;
        this.opening = opening;
        this.compiler = compiler;
    }

    /**
     * The driver's library, which is looked for when somebody wants devices, until it is found. Of several who find it,
     * all use one.
     */
    private Found find() {
        Found known = found.get();
        if (known.library() != null) {
            return known;
        }
        StringBuilder remark = new StringBuilder();
        CudaLibrary library = opening.apply(remark::append).orElse(null);
        Found fresh = new Found(library, remark.toString());
        Found before = found.getAndUpdate(now -> now.library() == null ? fresh : now);
        if (before.library() != null) {
            return before;
        }
        if (library == null && !fresh.remark().equals(before.remark())) {
            LOG.log(System.Logger.Level.INFO, "driver.cuda: no device is offered: " + fresh.remark());
        }
        return fresh;
    }

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        return open(request, Set.of(), request.mostUnits().orElse(Integer.MAX_VALUE));
    }

    @Override
    public List<ComputeUnit> rescan(DriverRequest request, List<ComputeUnit> open) {
        Set<Integer> used = open.stream().map(OpenDevice::deviceOf).collect(Collectors.toSet());
        return open(request, used, request.mostUnits().orElse(Integer.MAX_VALUE) - open.size());
    }

    private List<ComputeUnit> open(DriverRequest request, Set<Integer> except, int most) {
        CudaSettings settings = CudaSettings.of(configured, request.properties());
        CudaLibrary library = find().library();
        if (library == null || most <= 0) {
            return List.of();
        }
        List<FoundDevice> devices = devices(library).stream()
                .filter(device -> settings.uses(device.number()) && !except.contains(device.number()))
                .toList();
        List<ComputeUnit> units = new ArrayList<>();
        int left = most;
        for (int index = 0; index < devices.size() && left > 0; index++) {
            int share = share(settings, request, left, devices.size() - index);
            List<ComputeUnit> opened = open(library, devices.get(index), share, settings);
            units.addAll(opened);
            left -= opened.size();
        }
        return units;
    }

    /** As many workers as the device shall have; of a limited number, as many as its share. */
    private static int share(CudaSettings settings, DriverRequest request, int left, int devices) {
        int part = Math.ceilDiv(left, devices);
        if (settings.workers() > 0) {
            return Math.min(settings.workers(), part);
        }
        return request.mostUnits().isPresent() ? part : 1;
    }

    private List<ComputeUnit> open(CudaLibrary library, FoundDevice device, int workers, CudaSettings settings) {
        CudaContext context = null;
        try {
            context = new CudaContext(library, device.number(), device.name());
            long capacity = settings.capacity(context.ask(library::freeMemory));
            Programs programs = new Programs(context, device.capability(), KernelCache.of(settings.cache()), compiler);
            List<String> names = IntStream.range(0, workers)
                    .mapToObj(unit -> workers == 1 ? device.name() : device.name() + "." + unit)
                    .toList();
            return new OpenDevice(context, capacity, programs).units(names, settings.pipeline(), device.properties());
        } catch (RuntimeException failed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "driver.cuda: " + device.name() + " (" + device.model() + ") cannot be opened: " + failed);
            if (context != null) {
                context.close();
            }
            return List.of();
        }
    }

    private static List<FoundDevice> devices(CudaLibrary library) {
        List<FoundDevice> devices = new ArrayList<>();
        for (int number = 0; number < library.deviceCount(); number++) {
            try {
                devices.add(FoundDevice.of(library, number));
            } catch (CudaFailure failed) {
                LOG.log(System.Logger.Level.WARNING, "driver.cuda: device " + number + " does not answer: " + failed);
            }
        }
        return devices;
    }

    @Override
    public DeviceReport report(DriverRequest request) {
        Found seen = find();
        if (seen.library() == null) {
            return new DeviceReport(DRIVER, seen.remark(), List.of());
        }
        CudaSettings settings = CudaSettings.of(configured, request.properties());
        List<FoundDevice> devices = devices(seen.library());
        String standIn =
                devices.stream().anyMatch(FoundDevice::isStandIn) ? "this is a stand-in for tests, not a GPU" : "";
        return new DeviceReport(
                DRIVER,
                standIn,
                devices.stream()
                        .map(device -> device.description(settings.uses(device.number())))
                        .toList());
    }
}
