package org.asterism.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The built distribution, copied to where a test may change it, and under a name that scripts like to trip over. */
record DistributionCopy(Path home) {
    static Path built() {
        return Path.of(System.getProperty("asterism.distribution"));
    }

    static DistributionCopy in(Path folder) throws IOException {
        var home = folder.resolve("aster ism+100%");
        var source = built();
        try (var files = Files.walk(source)) {
            for (var file : files.toList()) {
                var relative = source.relativize(file);
                // What somebody dropped into the built distribution is none of the test's business.
                boolean dropped =
                        relative.startsWith("load") && !relative.toString().equals("load");
                if (!dropped && !isPrepared(file)) {
                    Files.copy(file, home.resolve(relative), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        return new DistributionCopy(home);
    }

    /** Whether a file was written by {@code --prepare}. */
    static boolean isPrepared(Path file) {
        var name = file.getFileName().toString();
        return name.startsWith("classes.aot") || name.startsWith("components.bin");
    }

    /** Whether a file belongs to the add-on for clusters, which has an archive of its own. */
    static boolean isAddOn(Path file) {
        return built().relativize(file).startsWith("cluster");
    }

    Path load() {
        return home.resolve("load");
    }

    Path bundles(String startLevel) {
        return home.resolve("bundles").resolve(startLevel);
    }

    ProcessBuilder command(String... arguments) {
        return command(home.resolve("bin/asterism"), arguments);
    }

    /** The program under whatever name; the shell's history goes beside the copy, not to the home of who tests. */
    ProcessBuilder command(Path program, String... arguments) {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command);
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().put("ASTERISM_JAVA_OPTS", "-Duser.home=" + home.getParent());
        return process;
    }

    Finished run(String... arguments) throws Exception {
        return Finished.of(command(arguments), "");
    }
}
