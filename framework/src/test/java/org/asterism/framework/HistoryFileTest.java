package org.asterism.framework;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class HistoryFileTest {
    @TempDir
    Path folder;

    @Test
    void shouldBeReadableByItsOwnerOnly() throws Exception {
        var made = new HistoryFile(folder.resolve("made"));
        made.makePrivate();
        var old = new HistoryFile(Files.writeString(folder.resolve("old"), "1:workers\n"));
        Files.setPosixFilePermissions(old.path(), PosixFilePermissions.fromString("rw-r--r--"));
        old.makePrivate();

        for (var history : new HistoryFile[] {made, old}) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(history.path())));
        }
        assertEquals("1:workers\n", Files.readString(old.path()));
    }

    @Test
    void shouldLeaveTheShellAloneWhereThereIsNoFolderForIt() {
        var nowhere = new HistoryFile(folder.resolve("none/history"));
        nowhere.makePrivate();

        assertFalse(Files.exists(nowhere.path()));
    }
}
