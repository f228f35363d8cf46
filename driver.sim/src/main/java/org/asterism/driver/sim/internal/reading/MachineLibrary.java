package org.asterism.driver.sim.internal.reading;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.jr.ob.JSON;
import com.fasterxml.jackson.jr.ob.JSONObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.asterism.driver.sim.internal.machine.Machine;

/** Finds descriptions of machines: files, those that are part of this bundle, and those that are made to measure. */
public final class MachineLibrary {
    private static final List<String> SHIPPED = List.of("laptop", "node-2gpu", "node-4socket-8gpu", "workers-1000");
    private static final String FOLDER = "/org/asterism/driver/sim/machines/";

    private MachineLibrary() {}

    /**
     * Reads a machine.
     *
     * @param name a file, the name of a shipped machine, or {@code synthetic(cpu=N,cuda=M)}
     * @throws IllegalArgumentException if there is none of that name, or its description is wrong: it says all that is
     */
    public static Machine read(String name) {
        if (name.startsWith(SyntheticMachine.PREFIX)) {
            return parse(name, SyntheticMachine.describe(name, parseJson(name, shipped(SyntheticMachine.TEMPLATE))));
        }
        return parse(name, parseJson(name, text(name)));
    }

    private static String text(String name) {
        Path file = Path.of(name);
        try {
            if (Files.isRegularFile(file)) {
                return Files.readString(file);
            }
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("machine file " + name + " cannot be read: " + unreadable, unreadable);
        }
        if (SHIPPED.contains(name)) {
            return shipped(name);
        }
        throw new IllegalArgumentException("there is no machine '" + name + "': no file "
                + file.toAbsolutePath() + ", and the machines that are part of Asterism are "
                + String.join(", ", SHIPPED) + " and synthetic(cpu=N,cuda=M)");
    }

    private static String shipped(String name) {
        try (InputStream stream = MachineLibrary.class.getResourceAsStream(FOLDER + name + ".json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new IllegalStateException("this bundle is damaged: " + broken, broken);
        }
    }

    private static Object parseJson(String name, String text) {
        try {
            return JSON.std.with(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS).anyFrom(text);
        } catch (JSONObjectException twice) {
            throw Problems.refusal(name, "is no good JSON: " + twice.getOriginalMessage());
        } catch (JsonProcessingException broken) {
            throw Problems.refusal(
                    name,
                    "is no good JSON: line " + broken.getLocation().getLineNr() + ", column "
                            + broken.getLocation().getColumnNr() + ": "
                            // What follows tells where the reader has put the text, not where in it something is wrong.
                            + broken.getOriginalMessage().replaceFirst("(?s) ?\\(start marker at .*", ""));
        } catch (IOException impossible) {
            throw new IllegalStateException("a text cannot be read: " + impossible, impossible);
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
