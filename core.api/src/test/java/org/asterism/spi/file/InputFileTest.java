package org.asterism.spi.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeFilesAndLeaveWhatIsMissingToTheReader() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "text");

        assertEquals(Optional.empty(), InputFile.objection(file));
        assertEquals(Optional.empty(), InputFile.objection(folder.resolve("missing")));
        assertEquals(Optional.empty(), InputFile.objection(file, 4));
        assertEquals(Optional.of("has 4 bytes; at most 3 are read"), InputFile.objection(file, 3));
    }

    @Test
    void shouldRefuseFoldersDevicesAndPipesWithoutOpeningThem() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        assertEquals(Optional.of("is a folder; name a file"), InputFile.objection(folder));
        assertEquals(Optional.of("is a device, pipe or socket; name a file"), InputFile.objection(pipe));
        assertEquals(
                Optional.of("is a device, pipe or socket; name a file"), InputFile.objection(Path.of("/dev/zero"), 10));
    }

    @Test
    void shouldKnowLinksThatLeaveTheirFolder() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path outside = Files.writeString(folder.resolve("outside"), "");
        Path inside = Files.writeString(inner.resolve("inside"), "");
        Path leaves = Files.createSymbolicLink(inner.resolve("leaves"), outside);
        Path stays = Files.createSymbolicLink(inner.resolve("stays"), inside);

        assertTrue(InputFile.linkObjection(leaves).orElseThrow().startsWith("is a link to "));
        assertEquals(Optional.empty(), InputFile.linkObjection(stays));
        assertEquals(Optional.empty(), InputFile.linkObjection(inside));
    }
}
