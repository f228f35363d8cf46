package org.asterism.core.internal.prediction;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.asterism.api.model.ModelSettings;

/** The paths of a machine's model files. The file of its links is in the same folder. */
public final class ModelPaths {
    private static final Path KERNELS_NAME = Path.of("/proc/sys/kernel/hostname");

    private ModelPaths() {}

    /** The folder of all machines' models. */
    public static Path folder(ModelSettings settings) {
        return folder(settings, System.getProperty(ModelSettings.FOLDER_PROPERTY), System.getenv());
    }

    static Path folder(ModelSettings settings, String property, Map<String, String> environment) {
        if (settings.folder().isPresent()) {
            return settings.folder().get();
        }
        if (property != null && !property.isBlank()) {
            return Path.of(property);
        }
        String variable = environment.get(ModelSettings.FOLDER_VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return Path.of(variable);
        }
        String data = environment.get("XDG_DATA_HOME");
        // The specification of that variable has paths ignored that are not absolute.
        Path home = data != null && Path.of(data).isAbsolute()
                ? Path.of(data)
                : Path.of(System.getProperty("user.home"), ".local", "share");
        return home.resolve("asterism").resolve("models");
    }

    /** The machine's name, up to the first dot as StarPU has it. */
    public static String machine(ModelSettings settings) {
        return settings.machine().orElseGet(ModelPaths::hostName).replace('/', '_');
    }

    private static String hostName() {
        String name;
        try {
            name = Files.isReadable(KERNELS_NAME)
                    ? Files.readString(KERNELS_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException unreadable) { // or the machine has no name
            name = "";
        }
        int dot = name.indexOf('.');
        String first = dot < 0 ? name : name.substring(0, dot);
        return first.isBlank() ? "localhost" : first;
    }
}
