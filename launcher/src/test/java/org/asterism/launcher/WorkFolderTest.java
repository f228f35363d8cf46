package org.asterism.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkFolderTest {
    private static final String ROOT = "/dev/sda1 / ext4 rw,relatime 0 0";

    @Test
    void shouldUseMemoryThatAllowsLibraries() {
        assertTrue(WorkFolder.allowsLibraries(List.of(ROOT, "tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0")));
    }

    @Test
    void shouldNotUseMemoryWhereNothingMayBeExecuted() {
        assertFalse(
                WorkFolder.allowsLibraries(List.of(ROOT, "shm /dev/shm tmpfs rw,nosuid,nodev,noexec,size=65536k 0 0")));
    }

    @Test
    void shouldNotTakeADiskForMemory() {
        assertFalse(WorkFolder.allowsLibraries(List.of(ROOT, "/dev/sdb1 /dev/shm ext4 rw 0 0")));
        assertFalse(WorkFolder.allowsLibraries(List.of(ROOT)));
    }

    @Test
    void shouldLookAtTheMountThatHidesTheOthers() {
        assertFalse(WorkFolder.allowsLibraries(
                List.of("tmpfs /dev/shm tmpfs rw 0 0", "tmpfs /dev/shm tmpfs rw,noexec 0 0")));
    }
}
