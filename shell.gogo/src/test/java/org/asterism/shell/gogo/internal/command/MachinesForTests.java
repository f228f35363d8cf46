package org.asterism.shell.gogo.internal.command;

import java.util.Map;
import org.asterism.spi.driver.Driver;

/** Described machines that no driver brings. */
public final class MachinesForTests {
    private MachinesForTests() {}

    /** Machines of these names. */
    public static MachineNames named(String... names) {
        MachineNames machines = new MachineNames();
        machines.addDriver(Map.of(Driver.MACHINES, names));
        return machines;
    }
}
