package org.asterism.testsupport;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The stacks of all threads of this virtual machine, virtual threads included. */
public final class StackDump {
    private StackDump() {}

    /**
     * Prints all stacks, and keeps them in a file in {@code target}, or in the folder for temporary files if there is
     * no {@code target}.
     *
     * @param reason is printed first
     */
    public static void print(String reason) {
        try {
            Path folder = Path.of("target").toAbsolutePath();
            Path file = Files.createTempFile(
                    Files.isDirectory(folder) ? folder : Path.of(System.getProperty("java.io.tmpdir")),
                    "stacks-",
                    ".txt");
            Files.delete(file); // dumpThreads refuses a file that exists
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            System.out.println(reason + "; the stacks of all threads are in " + file + ":");
            System.out.println(Files.readString(file));
        } catch (IOException unwritable) {
            System.out.println(reason + "; the stacks of all threads cannot be written: " + unwritable);
        }
        System.out.flush();
    }
}
