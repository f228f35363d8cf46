package org.asterism.bench.revisions;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The output of a program.
 *
 * @param status its exit status
 * @param lines its standard output
 * @param lastError the last line of standard error
 */
record Output(int status, List<String> lines, String lastError) {
    /** Runs a program to its end. */
    static Output of(List<String> command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("asterism-compare", ".log");
        errors.toFile().deleteOnExit(); // after a signal
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(Redirect.to(errors.toFile()))
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            List<String> told = Files.readAllLines(errors);
            return new Output(status, printed.lines().toList(), told.isEmpty() ? "it said nothing" : told.getLast());
        } finally {
            Files.delete(errors);
        }
    }
}
