package org.asterism.remote.member.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.asterism.api.Clock;
import org.asterism.kit.remote.DriverOption;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/** The drivers that the configuration of a member names, and those that there are. Thread-safe. */
final class MemberDrivers {
    private final List<DriverOption> named;

    /** Guarded by this object. */
    private final Map<String, Driver> present = new TreeMap<>();

    private MemberDrivers(List<DriverOption> named) {
        this.named = named;
    }

    /**
     * Reads names of drivers.
     *
     * @param texts each as {@link DriverOption#parse} reads it
     * @throws IllegalArgumentException if one cannot be read, or two name the same driver
     */
    static MemberDrivers parse(String... texts) {
        try {
            List<DriverOption> named = Stream.of(texts).map(DriverOption::parse).toList();
            if (named.stream().map(DriverOption::name).distinct().count() < named.size()) {
                throw new IllegalArgumentException("a driver is named twice in " + List.of(texts));
            }
            return new MemberDrivers(named);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "property 'drivers' of " + MemberConfiguration.PID + ": " + wrong.getMessage(), wrong);
        }
    }

    synchronized void add(String name, Driver driver) {
        present.put(name, driver);
    }

    synchronized void remove(String name, Driver driver) {
        present.remove(name, driver);
    }

    /** Whether the configuration names a driver. */
    boolean wants(String name) {
        return named.stream().anyMatch(option -> option.name().equals(name));
    }

    /**
     * Returns the drivers that are named.
     *
     * @param settings limit the number of processor cores
     * @throws IllegalArgumentException if one is not there; the message names those that are
     */
    synchronized List<MemberDriver> wanted(MemberSettings settings) {
        List<MemberDriver> wanted = new ArrayList<>();
        for (DriverOption option : named) {
            Driver driver = present.get(option.name());
            if (driver == null) {
                throw new IllegalArgumentException("member " + settings.name() + " has no driver '" + option.name()
                        + "': there are " + String.join(", ", present.keySet()));
            }
            OptionalInt most = option.name().equals(DriverOption.CPU) ? settings.workers() : OptionalInt.empty();
            wanted.add(new MemberDriver(
                    option.name(), driver, new DriverRequest(most, Clock.system(), option.properties())));
        }
        return wanted;
    }
}
