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
 * A described machine as it is named on a command line.
 *
 * @param machine the name of a file, or of a machine that the driver brings
 * @param properties what else the driver is told
 * @param executes whether kernels are run
 */
public record SimulationChoice(String machine, Map<String, String> properties, boolean executes) {
    /** The driver's property that says which machine; it has an option of its own. */
    private static final String MACHINE = "machine";

    /** The driver's property that limits the workers of the architecture of that name. */
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
     * What a runtime is asked for.
     *
     * @param folder what names of files are relative to
     * @throws UsageException if the machine is written as a file, and there is no such file
     */
    public Simulation in(Path folder) {
        Simulation simulation = Simulation.of(locate(folder)).executing(executes);
        for (Map.Entry<String, String> property : properties.entrySet()) {
            simulation = simulation.with(property.getKey(), property.getValue());
        }
        return simulation;
    }

    /** The machine's name for people: of a file neither its folder nor what kind of file it is. */
    public String name() {
        return machine.substring(machine.lastIndexOf('/') + 1).replaceFirst("\\.json$", "");
    }

    private String locate(Path folder) {
        Path file;
        try {
            file = folder.resolve(machine);
        } catch (InvalidPathException noFile) {
            return machine; // The driver says which names there are.
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
