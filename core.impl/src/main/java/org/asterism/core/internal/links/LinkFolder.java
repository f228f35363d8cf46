package org.asterism.core.internal.links;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.asterism.api.model.ModelSettings;

/** Finds the file in which the links of a machine are kept: {@code bus/MACHINE}, in the folder of the models. */
final class LinkFolder {
    private static final Logger LOG = System.getLogger(LinkFolder.class.getName());
    private static final Pattern NOT_IN_FILE_NAMES = Pattern.compile("[^\\p{L}\\p{N}._-]");
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private LinkFolder() {}

    /** The file for a runtime's models. */
    static Path file(ModelSettings settings) {
        Path folder = settings.folder().orElseGet(() -> usual(System::getProperty, System.getenv()::get));
        String machine = settings.machine().orElseGet(LinkFolder::host);
        return folder.resolve("bus").resolve(fileName(machine));
    }

    /** The folder that models are kept in when a program says nothing. */
    static Path usual(Function<String, String> properties, Function<String, String> variables) {
        String said = properties.apply(ModelSettings.FOLDER_PROPERTY);
        if (said == null || said.isBlank()) {
            said = variables.apply(ModelSettings.FOLDER_VARIABLE);
        }
        if (said != null && !said.isBlank()) {
            return Path.of(said);
        }
        String data = variables.apply("XDG_DATA_HOME");
        Path folder = data == null || !Path.of(data).isAbsolute() // relative ones do not count, says the specification
                ? Path.of(properties.apply("user.home"), ".local", "share")
                : Path.of(data);
        return folder.resolve("asterism").resolve("models");
    }

    private static String fileName(String machine) {
        String name = NOT_IN_FILE_NAMES.matcher(machine).replaceAll("_");
        return name.startsWith(".") ? "_" + name : name;
    }

    private static String host() {
        try {
            if (Files.isReadable(HOST_NAME)) {
                return Files.readString(HOST_NAME).strip(); // asking the network for a name can take seconds
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException nameless) {
            LOG.log(
                    Level.WARNING,
                    "this host has no name ({0}); what is known of its links is kept as that of localhost",
                    nameless);
            return "localhost";
        }
    }
}
