package org.asterism.kernels.blas.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
    @Test
    void shouldComputeInJavaWhenAskedTo() {
        assertEquals("plain Java", Libraries.choose("java").description());
    }

    @Test
    void shouldTakeWhatTheMachineHasAndElseJava() {
        DenseLibrary chosen = Libraries.choose("auto");
        if (Libraries.ofMachine().isPresent()) {
            assertInstanceOf(NativeLibrary.class, chosen);
            assertInstanceOf(NativeLibrary.class, Libraries.choose("native"));
        } else {
            assertInstanceOf(JavaLibrary.class, chosen);
            assertThrows(IllegalArgumentException.class, () -> Libraries.choose("native"));
        }
    }

    @Test
    void shouldSayWhichValuesAreAllowed() {
        assertEquals(
                "system property asterism.blas is 'fast': give auto, java, native or the path of a BLAS library with"
                        + " CBLAS and LAPACK",
                assertThrows(IllegalArgumentException.class, () -> Libraries.choose("fast"))
                        .getMessage());
    }

    @Test
    void shouldSayWhichFileIsNoLibrary(@TempDir Path folder) {
        Path file = folder.resolve("libnone.so");
        String message = assertThrows(IllegalArgumentException.class, () -> Libraries.choose(file.toString()))
                .getMessage();
        assertTrue(
                message.startsWith("system property asterism.blas is '" + file + "', which cannot be used: "), message);
    }
}
