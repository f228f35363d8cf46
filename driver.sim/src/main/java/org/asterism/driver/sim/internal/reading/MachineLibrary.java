package org.asterism.driver.sim.internal.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.driver.sim.internal.machine.Machine;

/** Finds descriptions of machines: files, resources of this bundle, and descriptions made to measure. */
public final class MachineLibrary {
    /** The service of the driver names them, too. */
    static final List<String> SHIPPED = List.of("laptop", "node-2gpu", "node-4socket-8gpu", "workers-1000");

    private static final String FOLDER = "/org/asterism/driver/sim/machines/";

    private MachineLibrary() {}

    /**
     * Reads a machine.
     *
     * @param name a file, the name of a shipped machine, {@code synthetic(cpu=N,cuda=M)} or
     *     {@code cluster(members=N,workers=W)}
     * @throws IllegalArgumentException if there is none of that name, or its description is wrong: it says all that is
     */
    public static Machine read(String name) {
        if (name.startsWith(SyntheticMachine.PREFIX)) {
            return parse(
                    name, SyntheticMachine.describe(name, JsonText.parse(name, shipped(SyntheticMachine.TEMPLATE))));
        }
        if (name.startsWith(ClusterMachine.PREFIX)) {
            return parse(name, ClusterMachine.describe(name, JsonText.parse(name, shipped(ClusterMachine.TEMPLATE))));
        }
        return parse(name, JsonText.parse(name, text(name)));
    }

    private static String text(String name) {
        Path file;
        try {
            file = Path.of(name);
        } catch (InvalidPathException noName) {
            throw new IllegalArgumentException("there is no machine '" + Problems.onOneLine(name)
                    + "': this cannot be the name of a file: " + noName.getReason());
        }
        if (Files.isRegularFile(file)) {
            return JsonText.of(file);
        }
        if (SHIPPED.contains(name)) {
            return shipped(name);
        }
        throw new IllegalArgumentException("there is no machine '" + name + "': no file "
                + file.toAbsolutePath() + ", and the machines that are part of Asterism are "
                + String.join(", ", SHIPPED) + ", synthetic(cpu=N,cuda=M) and cluster(members=N,workers=W)");
    }

    private static String shipped(String name) {
        try (InputStream stream = MachineLibrary.class.getResourceAsStream(FOLDER + name + ".json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new IllegalStateException("this bundle is damaged: " + broken, broken);
        }
    }

    private static Machine parse(String name, Object document) {
        Problems problems = new Problems(name);
        Place root = new Place(document, "$", problems);
        Machine machine;
        if (!(document instanceof Map<?, ?> object)) {
            throw Problems.refusal(name, "is no description of a machine: give a JSON object");
        } else if (object.containsKey(AsterismFormat.RECOGNISED_BY)) {
            machine = new AsterismFormat(root).read();
        } else if (object.containsKey(PlatformFormat.RECOGNISED_BY)) {
            machine = new PlatformFormat(root).read();
        } else {
            throw Problems.refusal(
                    name,
                    "is of no known format: give a field " + AsterismFormat.RECOGNISED_BY + " with the value "
                            + AsterismFormat.VERSION + ", or the fields of a platform file, such as "
                            + PlatformFormat.RECOGNISED_BY);
        }
        problems.throwIfAny();
        return machine;
    }
}
