package org.asterism.trace.internal.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.asterism.api.Access;
import org.asterism.trace.CutOff;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceFormatException;
import org.asterism.trace.TraceSettings;
import org.asterism.trace.internal.format.FileHead;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are cut off, damaged, foreign or new. */
class DamagedFileTest {
    @TempDir
    private Path folder;

    private Path file;
    private byte[] whole;
    private List<TraceEvent> events;

    @BeforeEach
    void record() throws Exception {
        file = folder.resolve("trace.bin");
        FakeRuntime fake = new FakeRuntime();
        Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file));
        for (int task = 0; task < 6; task++) {
            fake.now.addAndGet(10);
            fake.observer.submitted(fake.task(
                    task, FakeRuntime.WORK, 5, List.of(FakeRuntime.handle("handle " + task, 8)), List.of(Access.RW)));
            if (task == 2) {
                fake.observer.treeChanged(fake.context, Optional.of(RoundTripTest.TREE));
            }
            if (task % 3 == 0) {
                recording.save(folder.resolve("copy.bin")); // which ends a chunk
            }
        }
        recording.stop();
        whole = Files.readAllBytes(file);
        events = read(Trace.open(file));
        assertEquals(7, events.size());
    }

    private static List<TraceEvent> read(Trace trace) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        trace.forEach(events::add);
        return events;
    }

    private Trace open(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        return Trace.open(file);
    }

    @Test
    void shouldReadAFileThatEndsAnywhereUpToItsLastWholeChunk() throws Exception {
        int before = 0;
        for (int length = FileHead.BYTES; length < whole.length; length++) {
            Trace trace = open(Arrays.copyOf(whole, length));
            List<TraceEvent> readable = read(trace);
            assertEquals(events.subList(0, readable.size()), readable);
            assertTrue(readable.size() >= before);
            before = readable.size();
            CutOff cutOff = trace.cutOff().orElseThrow();
            assertTrue(cutOff.offset() <= length && cutOff.offset() >= FileHead.BYTES, cutOff::toString);
            if (!readable.isEmpty()) {
                assertEquals(readable.getLast().time(), cutOff.time());
            }
            assertTrue(cutOff.reason().startsWith("the "), cutOff::reason);
        }
        assertEquals(7, before);
    }

    @Test
    void shouldReadAFileUpToAFlippedBit() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int at = FileHead.BYTES; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Trace trace = open(damaged);
            List<TraceEvent> readable = read(trace);
            assertEquals(events.subList(0, readable.size()), readable, "seed " + seed + ", byte " + at);
            assertTrue(trace.cutOff().isPresent(), "seed " + seed + ", byte " + at);
            assertTrue(trace.cutOff().get().offset() <= at);
        }
    }

    @Test
    void shouldReadDamageThatHasTheRightChecksumWithoutAnException() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            byte[] damaged = whole.clone();
            for (int flips = 0; flips < 5; flips++) {
                damaged[FileHead.BYTES + random.nextInt(whole.length - FileHead.BYTES)] = (byte) random.nextInt();
            }
            Checksums.repair(damaged);
            try {
                read(open(damaged));
            } catch (RuntimeException thrown) {
                throw new AssertionError("seed " + seed + ", round " + round, thrown);
            }
        }
    }

    @Test
    void shouldSayThatAForeignFileIsNoRecording() throws Exception {
        for (byte[] foreign : List.of(new byte[0], "hello".getBytes(), new byte[1000], Arrays.copyOf(whole, 15))) {
            TraceFormatException thrown = assertThrows(TraceFormatException.class, () -> open(foreign));
            assertEquals(file + " is no recording; name a file that a recording was written to", thrown.getMessage());
        }
    }

    @Test
    void shouldSayThatAFileIsTooNew() {
        byte[] newer = whole.clone();
        newer[8]++;
        TraceFormatException thrown = assertThrows(TraceFormatException.class, () -> open(newer));
        assertEquals(
                file + " has version 2 of the format, and this program reads version 1; read it with the version of"
                        + " Asterism that has written it",
                thrown.getMessage());
    }

    @Test
    void shouldReadAFileWithLaterAdditions() throws Exception {
        byte[] newer = whole.clone();
        newer[10]++;
        Trace trace = open(newer);
        assertEquals(FileHead.MINOR + 1, trace.header().minor());
        assertEquals(events, read(trace));
    }

    @Test
    void shouldNameAFileThatIsMissingOrNone() {
        Path missing = folder.resolve("missing");
        assertEquals(
                missing + " does not exist; name the file of a recording",
                assertThrows(IOException.class, () -> Trace.open(missing)).getMessage());
        assertEquals(
                folder + " is a folder; name a file",
                assertThrows(IOException.class, () -> Trace.open(folder)).getMessage());
    }
}
