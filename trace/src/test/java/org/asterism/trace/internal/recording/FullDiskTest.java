package org.asterism.trace.internal.recording;

import static org.asterism.core.internal.testing.Await.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.api.observation.RuntimeObserver;
import org.asterism.trace.Recording;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHeader;
import org.asterism.trace.TraceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings for which the disk has no room, or files that cannot be written. */
@Timeout(60)
class FullDiskTest {
    private final FakeRuntime fake = new FakeRuntime();

    @TempDir
    private Path folder;

    @Test
    void shouldEndTheRecordingAndLetTheRunGoOnWhenTheDiskIsFull() throws Exception {
        for (long room : new long[] {300, 1000, 5000, 20_000}) {
            Path file = folder.resolve("trace" + room);
            TraceHeader header = Recordings.header(fake.runtime);
            TraceSettings settings = TraceSettings.toFile(file);
            Recording recording = new ActiveRecording(
                    fake.runtime,
                    settings,
                    header,
                    new FileSink(file, new SmallDisk(file, room), header),
                    new RunningRecordings().add(settings.file()));
            RuntimeObserver observer = fake.observer;
            long task = 0;
            while (recording.isRunning()) {
                observer.submitted(fake.task(task++));
            }
            observer.submitted(fake.task(task)); // by a thread that has just looked for observers
            await(() -> recording.statistics().trouble().isPresent());
            assertEquals(
                    "No space left on device", recording.statistics().trouble().get());
            assertNull(fake.observer);
            recording.stop();
            assertTrue(Files.size(file) <= room);
            Trace trace = Trace.open(file);
            List<TraceEvent> events = new ArrayList<>();
            trace.forEach(events::add);
            for (int index = 0; index < events.size(); index++) {
                if (events.get(index) instanceof TraceEvent.Submitted submitted) {
                    assertEquals(index, submitted.task());
                }
            }
            assertTrue(trace.cutOff().isPresent());
        }
    }

    @Test
    void shouldRecordThatTheDiskWasFullWhereAnEndHasRoom() throws Exception {
        Path file = folder.resolve("trace");
        TraceHeader header = Recordings.header(fake.runtime);
        FileSink sink = new FileSink(file, new SmallDisk(file, 1000), header);
        Recording recording = new ActiveRecording(
                fake.runtime, TraceSettings.toFile(file), header, sink, new RunningRecordings().add(Optional.of(file)));
        RuntimeObserver observer = fake.observer;
        for (int task = 0; task < 100; task++) {
            observer.submitted(fake.task(task));
        }
        await(() -> !recording.isRunning());
        await(() -> recording.statistics().trouble().isPresent());
        assertEquals(
                "No space left on device",
                Trace.open(file).cutOff().orElseThrow().reason());
    }

    @Test
    void shouldRefuseAFileThatCannotBeWrittenInOneLine() {
        Path file = folder.resolve("missing").resolve("trace");
        IOException thrown =
                assertThrows(IOException.class, () -> new Recordings().start(fake.runtime, TraceSettings.toFile(file)));
        assertEquals(
                file + " cannot be made, as there is no folder " + file.getParent()
                        + "; make that first, or name another file",
                thrown.getMessage());
        assertNull(fake.observer);
    }

    @Test
    void shouldLeaveNothingOfASavedFileThatCannotBeWritten() throws Exception {
        try (Recording recording = new Recordings().start(fake.runtime, TraceSettings.inMemory())) {
            assertThrows(IOException.class, () -> recording.save(folder));
            assertTrue(Files.isDirectory(folder));
            Path missing = folder.resolve("missing").resolve("trace");
            assertThrows(IOException.class, () -> recording.save(missing));
            assertTrue(recording.isRunning());
        }
    }

    @Test
    void shouldRefuseToSaveOverItsOwnFile() throws Exception {
        Path file = folder.resolve("trace");
        try (Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file))) {
            IOException thrown = assertThrows(IOException.class, () -> recording.save(file));
            assertEquals(file + " is the file of this recording; name another file", thrown.getMessage());
        }
        assertFalse(Trace.open(file).cutOff().isPresent());
    }

    @Test
    void shouldEndTheFileWhenTheDiskIsFullAtTheLastMoment() throws Exception {
        Path file = folder.resolve("trace");
        TraceHeader header = Recordings.header(fake.runtime);
        SmallDisk disk = new SmallDisk(file, 1 << 20);
        RunningRecordings running = new RunningRecordings();
        TraceSettings settings = TraceSettings.toFile(file).withRingBytes(1 << 26); // stays less than half full
        Recording recording = new ActiveRecording(
                fake.runtime, settings, header, new FileSink(file, disk, header), running.add(Optional.of(file)));
        RuntimeObserver observer = fake.observer;
        fake.whenClosed = () -> {
            // The drain holds no lock now that could let it run before the last pass.
            for (int task = 0; task < 100; task++) {
                observer.submitted(fake.task(task));
            }
            disk.fillBut(200);
        };
        IOException thrown = assertThrows(IOException.class, recording::stop);
        assertEquals("No space left on device", thrown.getMessage());
        assertFalse(disk.isOpen());
        assertFalse(recording.isRunning());
        assertEquals(List.of(), running.all());
        assertEquals(
                Optional.of("No space left on device"), recording.statistics().trouble());
        assertEquals(
                "No space left on device",
                Trace.open(file).cutOff().orElseThrow().reason());
    }

    @Test
    void shouldRefuseAFileThatAnotherRecordingWrites() throws Exception {
        Path file = folder.resolve("trace");
        Path other = folder.resolve("link");
        Recordings recordings = new Recordings();
        try (Recording first = recordings.start(fake.runtime, TraceSettings.toFile(file));
                Recording second = recordings.start(fake.runtime, TraceSettings.inMemory())) {
            Files.createSymbolicLink(other, file);
            String refusal = other + " is being written by another recording; name another file";
            IOException thrown =
                    assertThrows(IOException.class, () -> recordings.start(fake.runtime, TraceSettings.toFile(other)));
            assertEquals(refusal, thrown.getMessage());
            assertEquals(
                    refusal,
                    assertThrows(IOException.class, () -> second.save(other)).getMessage());
            assertEquals(List.of(first, second), recordings.running());
        }
        assertTrue(Trace.open(file).cutOff().isEmpty());
        recordings.start(fake.runtime, TraceSettings.toFile(other)).stop();
    }

    @Test
    void shouldKeepAnOlderFileWhenASaveFails() throws Exception {
        Path file = folder.resolve("trace");
        Path saved = folder.resolve("saved");
        Files.writeString(saved, "older");
        try (Recording recording = new Recordings().start(fake.runtime, TraceSettings.toFile(file))) {
            Files.delete(file);
            IOException thrown = assertThrows(IOException.class, () -> recording.save(saved));
            assertEquals(
                    "the recording's file " + file + " cannot be read: it is not there any more;"
                            + " keep other programs off the files of recordings",
                    thrown.getMessage());
        }
        assertEquals("older", Files.readString(saved));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(saved), files.toList());
        }
        TraceHeader header = Recordings.header(fake.runtime);
        assertThrows(
                IllegalStateException.class,
                () -> TraceFiles.write(saved, header, _ -> {
                    throw new IllegalStateException("a fault");
                }));
        assertEquals("older", Files.readString(saved));
    }

    @Test
    void shouldSaveThroughALink() throws Exception {
        Path saved = folder.resolve("saved");
        Path link = folder.resolve("link");
        Files.writeString(saved, "older");
        Files.createSymbolicLink(link, saved);
        try (Recording recording = new Recordings().start(fake.runtime, TraceSettings.inMemory())) {
            recording.save(link);
        }
        assertTrue(Files.isSymbolicLink(link));
        assertEquals(0, Trace.open(saved).records());
    }
}
