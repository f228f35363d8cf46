package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.asterism.testsupport.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end before they are members. */
@Timeout(60)
class StartedMembersTest {
    private final Coordinator coordinator = new Coordinator("coordinator", null, null, true, members -> {});
    private final StartedMembers members = new StartedMembers(coordinator, closed -> {});

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        members.close();
        coordinator.close();
    }

    /** Starts a member that only runs a command. */
    private void start(String command) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + command + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        members.start(program, 1, new ClusterService.LocalGroup("group", nowhere), Set.of());
    }

    @Test
    void shouldSayWithWhichStatusAMemberHasEnded() throws Exception {
        start("echo no memory; exit 3");
        String message = assertThrows(IOException.class, members::await).getMessage();
        assertTrue(message.endsWith("has ended with status 3: no memory"), message);
    }

    @Test
    void shouldBlameNoMemberThatEndsByASignalTogetherWithThisProcess() throws Exception {
        try (CapturedLog lines = CapturedLog.of(StartedMembers.class)) {
            start("kill -TERM $$");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    members.await();
                } catch (IOException | InterruptedException ended) {
                    throw new IllegalStateException(ended.getMessage(), ended);
                }
            });
            members.close();
            String reason = assertThrows(ExecutionException.class, waiting::get)
                    .getCause()
                    .getMessage();
            assertEquals(StartedMembers.STOPPING, reason);
            assertEquals(List.of(), lines.messages());
        }
    }

    @Test
    void shouldSayThatASignalHasEndedAMemberAlone() throws Exception {
        start("kill -TERM $$");
        String message = assertThrows(IOException.class, members::await).getMessage();
        assertTrue(message.contains("has ended with status 143"), message);
    }
}
