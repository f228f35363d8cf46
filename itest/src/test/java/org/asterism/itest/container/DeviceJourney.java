package org.asterism.itest.container;

import static org.ops4j.pax.exam.CoreOptions.composite;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.asterism.api.Architecture;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.device.DeviceReport;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.CoreOptions;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * What journeys with drivers of devices begin with: the bundles with the native libraries are there. All journeys of a
 * class are in one framework: a second one in the same JVM could not load these libraries again, since it keeps them
 * where the first one did.
 */
@ExamReactorStrategy(PerClass.class)
public abstract class DeviceJourney extends Journey {
    static final String OPENCL = "org.asterism.driver.opencl";
    static final String CUDA = "org.asterism.driver.cuda";

    private static final String LOCATION = "journey.location.";

    @Configuration
    @Override
    public Option[] container() {
        ClassPathBundles bundles = new ClassPathBundles();
        Stream<Option> needed = Stream.of(
                        "org.asterism.kit.device", "org.asterism.native.jocl", "org.asterism.native.jcuda")
                .map(name -> CoreOptions.bundle(bundles.location(name)));
        // Pax Exam wants all that it installs to be resolved; the journeys install the drivers themselves.
        Stream<Option> drivers = Stream.of(OPENCL, CUDA)
                .map(name -> CoreOptions.systemProperty(LOCATION + name).value(bundles.location(name)));
        return new Option[] {
            composite(super.container()),
            composite(Stream.concat(needed, drivers).toArray(Option[]::new))
        };
    }

    /** Installs a driver if no journey has yet, and does not start it. */
    Bundle installed(String driver) throws BundleException {
        return container.installBundle(System.getProperty(LOCATION + driver));
    }

    /** Configures a driver, before it starts. */
    void configure(String driver, Map<String, Object> properties) throws Exception {
        Dictionary<String, Object> values = new Hashtable<>(properties);
        service(ConfigurationAdmin.class).getConfiguration(driver, "?").update(values);
    }

    static List<Worker> on(TaskRuntime runtime, Architecture architecture) {
        return runtime.workers().stream()
                .filter(worker -> worker.architecture() == architecture)
                .toList();
    }

    static void awaitWorkers(TaskRuntime runtime, Architecture architecture, int number) {
        Await.until(
                number + " " + architecture + " workers are there",
                () -> on(runtime, architecture).size() == number);
    }

    static DeviceReport report(TaskRuntime runtime, String driver) {
        return runtime.devices().stream()
                .filter(report -> report.driver().equals(driver))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no report of driver " + driver + " in " + runtime.devices()));
    }
}
