package org.asterism.spi.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeFilesThatAreThereAndThoseThatCanBeMadeWithoutMakingThem() throws IOException {
        Path there = Files.writeString(folder.resolve("there"), "text");
        Path fresh = folder.resolve("fresh");

        assertEquals(Optional.empty(), OutputFile.objection(there));
        assertEquals(Optional.empty(), OutputFile.objection(fresh));
        assertFalse(Files.exists(fresh));
    }

    @Test
    void shouldSayWhyAFileCannotBeWritten() throws IOException {
        assertEquals(Optional.of("is a folder; name a file"), OutputFile.objection(folder));
        assertEquals(
                Optional.of("is a device, pipe or socket; name a file"), OutputFile.objection(Path.of("/dev/full")));
        assertEquals(
                Optional.of("cannot be made, as there is no folder " + folder.resolve("a")
                        + "; make that first, or name another file"),
                OutputFile.objection(folder.resolve("a/b")));
    }

    @Test
    void shouldMakeFilesBesideAnotherOneThatDifferAndHaveTheUsualPermissions() throws IOException {
        Path there = Files.writeString(folder.resolve("there"), "text");

        Path first = OutputFile.beside(there);
        Path second = OutputFile.beside(there);

        assertNotEquals(first, second);
        assertEquals(folder, first.getParent());
        assertEquals(0, Files.size(first));
        assertEquals(Files.getPosixFilePermissions(there), Files.getPosixFilePermissions(first));
        assertEquals("text", Files.readString(there));
    }

    @Test
    void shouldObjectToReplacingContentOnly(@TempDir Path home) throws IOException {
        Path file = home.resolve("run.trace");
        assertEquals(Optional.empty(), OutputFile.replacement(file));
        Files.createFile(file);
        assertEquals(Optional.empty(), OutputFile.replacement(file));
        Files.writeString(file, "precious");
        assertEquals(
                Optional.of("is there already; add --replace to replace it, or name another file"),
                OutputFile.replacement(file));
        assertEquals(Optional.empty(), OutputFile.replacement(home));
    }

    @Test
    void shouldGiveTheReasonWithoutTheTemporaryFile() {
        Path file = Path.of("/data/run.trace");
        assertEquals(
                "No space left on device",
                OutputFile.reason(
                        file, new FileSystemException("/data/run.trace.123.part", null, "No space left on device")));
        assertEquals(
                "permission denied", OutputFile.reason(file, new AccessDeniedException("/data/run.trace.123.part")));
        assertEquals(
                "the folder /data does not exist",
                OutputFile.reason(file, new NoSuchFileException("/data/run.trace.123.part")));
        assertEquals("it broke", OutputFile.reason(file, new IOException("it broke")));
    }
}
