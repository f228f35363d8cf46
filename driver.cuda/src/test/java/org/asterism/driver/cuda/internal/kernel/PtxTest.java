package org.asterism.driver.cuda.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PtxTest {
    private static String readable(int driver, String text) {
        return new String(Ptx.readableBy(driver, text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    @Test
    void shouldLowerTheVersionToWhatTheDriverReads() {
        assertEquals("//\n.version 8.0\n.target sm_75\n\0", readable(12000, "//\n.version 9.0\n.target sm_75\n"));
        assertEquals("  .version\t9.0\n\0", readable(13000, "  .version\t9.1\n"));
    }

    @Test
    void shouldLeaveAVersionThatTheDriverReads() {
        assertEquals(".version 6.3\n\0", readable(13000, ".version 6.3\n"));
        assertEquals(".version 9.0\n\0", readable(13000, ".version 9.0\n\0"), "text that ends already");
    }

    @Test
    void shouldLeaveWhatIsNoPtx() {
        assertEquals("no .version here\0", readable(13000, "no .version here"));
    }

    /** By the table of releases in the documentation of PTX. */
    @ParameterizedTest
    @CsvSource({
        "10010, 64",
        "11000, 70",
        "11080, 78",
        "12000, 80",
        "12050, 85",
        "12060, 85",
        "12080, 87",
        "12090, 88",
        "13000, 90",
        "13010, 91"
    })
    void shouldKnowWhatDriversRead(int driver, int ptx) {
        assertEquals(ptx, Ptx.newestReadable(driver));
    }
}
