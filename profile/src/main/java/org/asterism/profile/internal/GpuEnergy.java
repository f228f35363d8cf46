package org.asterism.profile.internal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Worker;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.thread.BackgroundThread;

/**
 * The energy of the GPUs that workers run on, from NVIDIA's management library. The library is loaded as soon as a
 * worker of CUDA has an address on the bus, and not otherwise. Any thread.
 */
final class GpuEnergy {
    private static final String CUDA = "cuda";

    /** The time between two readings of the power of a GPU that does not count its energy. */
    private static final long PERIOD_MILLIS = 100;

    private final String library;

    /** The GPUs by their address; null for one that cannot be read. */
    private final Map<String, GpuMeter> meters = new LinkedHashMap<>();

    private final Map<String, String> names = new LinkedHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Null until a GPU is looked for, and after the end. */
    private Optional<Nvml> nvml;

    private Thread sampling;

    GpuEnergy(String library) {
        this.library = library;
    }

    /** Begins to measure the GPUs of workers. */
    synchronized void measure(Collection<? extends Worker> workers) {
        for (Worker worker : workers) {
            String bus = bus(worker);
            if (bus != null && !meters.containsKey(bus) && closed.getCount() > 0) {
                meters.put(bus, meter(bus));
                names.put(bus, String.valueOf(worker.properties().getOrDefault("device.name", worker.name())));
            }
        }
    }

    private static String bus(Worker worker) {
        return worker.architecture().name().equals(CUDA)
                        && worker.properties().get(ComputeUnit.PCI_BUS) instanceof String bus
                ? bus
                : null;
    }

    private GpuMeter meter(String bus) {
        nvml = nvml == null ? Nvml.open(library) : nvml;
        if (nvml.isEmpty()) {
            return null;
        }
        var device = nvml.get().device(bus);
        if (device == null) {
            return null;
        }
        GpuMeter meter = new GpuMeter(nvml.get(), device, System.nanoTime());
        if (meter.isSampled() && sampling == null) {
            sampling = new BackgroundThread("asterism-gpu-power", this::sample);
            sampling.start();
        }
        return meter;
    }

    private void sample() {
        try {
            while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
                read();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void read() {
        if (closed.getCount() > 0) {
            meters.values().stream().filter(meter -> meter != null).forEach(meter -> meter.read(System.nanoTime()));
        }
    }

    /** The energy of each GPU since the reset, by its name. */
    synchronized Map<String, Double> joules() {
        read();
        Map<String, Double> joules = new LinkedHashMap<>();
        meters.forEach((bus, meter) -> {
            OptionalDouble read = meter == null ? OptionalDouble.empty() : meter.joules();
            read.ifPresent(energy -> joules.put(names.get(bus), energy));
        });
        return joules;
    }

    /** Whether a worker's energy is in {@link #joules}. */
    synchronized boolean covers(Worker worker) {
        GpuMeter meter = meters.get(bus(worker));
        return meter != null && meter.joules().isPresent();
    }

    synchronized void reset() {
        read();
        meters.values().stream().filter(meter -> meter != null).forEach(GpuMeter::reset);
    }

    /** Unloads the library. */
    synchronized void close() {
        closed.countDown();
        if (nvml != null) {
            nvml.ifPresent(Nvml::close);
            nvml = null;
        }
    }
}
