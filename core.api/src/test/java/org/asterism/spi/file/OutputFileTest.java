package org.asterism.spi.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
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
}
