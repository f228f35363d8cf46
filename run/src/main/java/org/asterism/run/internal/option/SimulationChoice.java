package org.asterism.run.internal.option;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.asterism.api.Simulation;
import org.asterism.run.option.KeyValues;
import org.asterism.spi.application.UsageException;

/**
 * Simulated machine on a command line.
 *
 * @param machine name of a file, or of a machine that the driver provides
 * @param properties further options for the driver
 * @param executes whether kernels are executed
 */
public record SimulationChoice(String machine, Map<String, String> properties, boolean executes) {
    /** Property of the driver that selects the machine; it has its own option. */
    private static final String MACHINE = "machine";

    /** Property of the driver that limits the workers of the architecture with this name. */
    private static final String CPU = "workers.cpu";

    public static SimulationChoice parse(String machine, Optional<String> options, boolean executes, OptionalInt cpu) {
        Map<String, String> properties = new LinkedHashMap<>();
        if (options.isPresent()) {
            properties.putAll(KeyValues.parse(DriverChoice.parts(options.get())));
        }
        if (properties.containsKey(MACHINE)) {
            throw new UsageException(
                    "option '--sim-option' says 'machine', for which there is --sim: give it there only");
        }
        if (cpu.isPresent() && properties.put(CPU, Integer.toString(cpu.getAsInt())) != null) {
            throw new UsageException(
                    "option '--sim-option' says '" + CPU + "', and so does --cpu: give one of them only");
        }
        return new SimulationChoice(machine, properties, executes);
    }

    /**
     * Returns the simulation for the configuration of a runtime.
     *
     * @param folder base of relative file names
     * @throws UsageException if the machine is a file that does not exist
     */
    public Simulation in(Path folder) {
        Simulation simulation = Simulation.of(locate(folder)).executing(executes);
        for (Map.Entry<String, String> property : properties.entrySet()) {
            simulation = simulation.with(property.getKey(), property.getValue());
        }
        return simulation;
    }

    /** Returns the name of the machine for users, without folder and file extension. */
    public String name() {
        return machine.substring(machine.lastIndexOf('/') + 1).replaceFirst("\\.json$", "");
    }

    private String locate(Path folder) {
        Path file;
        try {
            file = folder.resolve(machine);
        } catch (InvalidPathException noFile) {
            return machine; // The driver reports the available names.
        }
        if (Files.isRegularFile(file)) {
            return file.toString();
        }
        if (machine.endsWith(".json")
                || Path.of(machine).getNameCount() > 1
                || Path.of(machine).isAbsolute()) {
            String what = !Files.exists(file) ? "there is no file " + file.normalize() : "this is no regular file";
            throw new UsageException("option '--sim' is '" + machine + "', but " + what
                    + "; give a file that describes a machine, or the name of a machine that the driver sim brings");
        }
        return machine;
    }
}
