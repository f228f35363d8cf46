package org.asterism.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.NoSuchFileException;
import java.util.List;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.TaskFailedException;
import org.asterism.api.UnknownPolicyException;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void shouldTellCausesInOneLineWithoutRepeatingThem() {
        Exception cause = new IllegalStateException("row 3\n  is not positive");

        assertEquals(
                "task potrf#3 failed: row 3 is not positive",
                Failure.line(new TaskFailedException(3, "task potrf#3 failed", cause)));
        assertEquals(
                "file '/a.xml' does not exist",
                Failure.line(new IllegalArgumentException(
                        "file '/a.xml' does not exist", new NoSuchFileException("/a.xml"))));
        assertEquals("no such file: /a.xml", Failure.line(new NoSuchFileException("/a.xml")));
        assertEquals("null pointer", Failure.line(new NullPointerException()));
        assertEquals("interrupted", Failure.line(new InterruptedException()));
    }

    @Test
    void shouldTellBadUsageFromFailedWork() {
        assertEquals(Failure.BAD_USAGE, Failure.status(new UsageException("no")));
        assertEquals(Failure.BAD_USAGE, Failure.status(new UnknownPolicyException("x", List.of())));
        assertEquals(Failure.BAD_USAGE, Failure.status(new PolicyRefusedException("x", "no", null)));
        assertEquals(Failure.FAILED, Failure.status(new TaskFailedException(1, "no", null)));
        assertEquals(Failure.FAILED, Failure.status(new OutOfMemoryError()));
    }
}
