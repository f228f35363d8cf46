package org.asterism.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a process left.
 *
 * @param status its exit status
 * @param out its standard output
 * @param err its standard error, without the line that its bundles were cut off when it ended
 */
record Finished(int status, String out, String err) {
    private static final long LIMIT_IN_SECONDS = 60;

    /** A process that shares its machine with others may say this, since its bundles have a fixed time to stop. */
    private static final String CUT_OFF = "(?m)^.*the bundles did not stop within .*\\R";

    /**
     * Runs a process to its end.
     *
     * @param process not yet started
     * @param input what it reads before the end of its standard input; null for an input that never ends
     */
    static Finished of(ProcessBuilder process, String input) throws Exception {
        var running = process.start();
        var out = CompletableFuture.supplyAsync(() -> read(running.getInputStream()));
        var err = CompletableFuture.supplyAsync(() -> read(running.getErrorStream()));
        if (input != null) {
            write(running, input);
        }
        if (!running.waitFor(LIMIT_IN_SECONDS, TimeUnit.SECONDS)) {
            running.destroyForcibly();
            throw new AssertionError(
                    process.command() + " did not end; output: " + out.get() + " errors: " + err.get());
        }
        return new Finished(running.exitValue(), out.get(), err.get().replaceAll(CUT_OFF, ""));
    }

    private static void write(Process running, String input) {
        try (var stdin = running.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It ended without reading; its status tells the rest.
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
