package org.asterism.cluster.internal;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.asterism.api.Clock;
import org.asterism.kit.remote.DriverOption;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The drivers of this process that a member can offer the units of. */
final class NamedDrivers {
    /** The others are a coordinator's, or do not really compute. */
    private static final String OF_MEMBERS = "(!(|(" + Driver.NAME + "=remote)(" + Driver.MACHINES + "=*)))";

    private final BundleContext bundle;

    /**
     * Makes it.
     *
     * @param bundle finds the drivers
     */
    NamedDrivers(BundleContext bundle) {
        this.bundle = bundle;
    }

    /**
     * Refuses what the member would refuse in another thread.
     *
     * @throws IllegalArgumentException if a driver is not there, or refuses its properties
     */
    void check(List<DriverOption> options) {
        Map<String, ServiceReference<Driver>> present = present();
        for (DriverOption option : options) {
            ServiceReference<Driver> found = present.get(option.name());
            if (found == null) {
                throw new IllegalArgumentException("option '--driver' names driver '" + option.name()
                        + "', which is not there; there are " + String.join(", ", present.keySet()));
            }
            if (!option.properties().isEmpty()) {
                check(option, found);
            }
        }
    }

    private void check(DriverOption option, ServiceReference<Driver> found) {
        Driver driver = bundle.getService(found);
        if (driver == null) {
            return; // it has just gone, which the member tells
        }
        try {
            driver.report(new DriverRequest(OptionalInt.empty(), Clock.system(), option.properties()));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("option '--driver': " + wrong.getMessage(), wrong);
        } finally {
            bundle.ungetService(found);
        }
    }

    private Map<String, ServiceReference<Driver>> present() {
        Map<String, ServiceReference<Driver>> present = new TreeMap<>();
        try {
            for (ServiceReference<Driver> each : bundle.getServiceReferences(Driver.class, OF_MEMBERS)) {
                present.put(String.valueOf(each.getProperty(Driver.NAME)), each);
            }
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
        return present;
    }
}
