package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundles in a Felix as its project ships it, laid out as its users do: nothing of the launcher takes part. */
class PlainFelixIT {
    @TempDir
    Path felix;

    @Test
    void shouldRunAllBundlesWithoutTheLauncher() throws Exception {
        var bundles = Files.createDirectory(felix.resolve("bundle"));
        int count = 1;
        try (var files = Files.walk(DistributionCopy.built().resolve("bundles"))) {
            for (var jar : files.filter(Files::isRegularFile).toList()) {
                Files.copy(jar, bundles.resolve(jar.getFileName()));
                count++;
            }
        }
        var states = felix.resolve("states");
        // Installed and started among the others, it looks at all of them once the framework is up, and ends it;
        // 32 is Bundle.ACTIVE.
        TestBundle.named("observer").onStart("""
                context.addFrameworkListener(event -> {
                    if (event.getType() != FrameworkEvent.STARTED) {
                        return;
                    }
                    var lines = new ArrayList<String>();
                    for (var bundle : context.getBundles()) {
                        lines.add(bundle.getSymbolicName() + " " + bundle.getState());
                    }
                    for (var service : List.of("org.asterism.api.TaskRuntime", "org.asterism.spi.application.Application")) {
                        lines.add(service + (context.getServiceReference(service) == null ? " is not there" : " 32"));
                    }
                    try {
                        Files.write(Path.of("%s"), lines);
                        context.getBundle(0).stop();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                """.formatted(states)).writeTo(bundles);
        var conf = Files.createDirectory(felix.resolve("conf"));
        Files.writeString(conf.resolve("config.properties"), "felix.auto.deploy.action=install,start\n");

        var main = Path.of(Class.forName("org.apache.felix.main.Main")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-jar",
                        main.toString())
                .directory(felix.toFile());
        // The end of its input would end Gogo, and Gogo the framework.
        var result = Finished.of(process, null);

        assertEquals(0, result.status(), result.err());
        String said = result.out() + result.err(); // by Gogo and JLine, which nothing keeps from it here
        assertFalse(said.contains("asterism"), () -> "an ordinary start and end have nothing to say: " + said);
        var active = Files.readAllLines(states);
        assertEquals(count + 3, active.size(), active.toString());
        assertEquals(
                List.of(), active.stream().filter(line -> !line.endsWith(" 32")).toList(), result.out() + result.err());
    }
}
