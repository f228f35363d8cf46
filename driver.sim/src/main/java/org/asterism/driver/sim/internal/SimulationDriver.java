package org.asterism.driver.sim.internal;

import java.util.List;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.reading.MachineLibrary;
import org.asterism.driver.sim.internal.unit.SimulatedMachine;
import org.asterism.driver.sim.internal.unit.Spread;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.driver.ProvidesDriver;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Opens the units of a described machine. A runtime that does not request one gets nothing. */
@Component(
        property = {
            Driver.NAME + "=" + SimulationDriver.DRIVER,
            Driver.MACHINES + "=laptop",
            Driver.MACHINES + "=node-2gpu",
            Driver.MACHINES + "=node-4socket-8gpu",
            Driver.MACHINES + "=workers-1000"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
@ProvidesDriver(SimulationDriver.DRIVER)
public final class SimulationDriver implements Driver {
    static final String DRIVER = "sim";

    /** Called by Declarative Services. */
    public SimulationDriver() {}

    @Override
    public List<ComputeUnit> open(DriverRequest request) {
        if (request.properties().isEmpty()) {
            return List.of();
        }
        SimulationSettings settings = SimulationSettings.of(request.properties());
        if (!(request.clock() instanceof EventClock clock)) {
            throw new IllegalArgumentException("driver 'sim' works in virtual time only, and this runtime runs in"
                    + " real time: make the runtime with RuntimeConfiguration.withSimulation, or give --sim MACHINE");
        }
        Machine machine = settings.applyTo(MachineLibrary.read(settings.machine()));
        int most = request.mostUnits().orElse(Integer.MAX_VALUE);
        return new SimulatedMachine(
                        machine, clock, settings.executes(), new Spread(settings.spreads(), settings.seed()))
                .open(most);
    }
}
