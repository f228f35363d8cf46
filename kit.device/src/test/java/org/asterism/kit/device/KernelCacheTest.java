package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.asterism.api.device.KernelLanguage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCacheTest {
    private static final byte[] COMPILED = "machine code".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path temporary;

    private Path folder() {
        return temporary.resolve("cache").resolve("kernels");
    }

    private KernelCache cache() {
        return new KernelCache(folder(), 1 << 20);
    }

    private static KernelKey key(String program, String... target) {
        return KernelKey.of(
                KernelLanguage.OPENCL_C, program.getBytes(StandardCharsets.UTF_8), List.of("-O"), List.of(target));
    }

    @Test
    void shouldFindWhatAnotherProcessStored() {
        cache().store(key("a", "device"), COMPILED);
        assertArrayEquals(COMPILED, cache().find(key("a", "device")).orElseThrow());
    }

    @Test
    void shouldFindNothingForAnotherProgramDeviceOptionOrLanguage() {
        cache().store(key("a", "device", "1"), COMPILED);
        byte[] program = {'a'};
        List<String> target = List.of("device", "1");
        for (KernelKey other : List.of(
                key("b", "device", "1"),
                key("a", "device", "2"),
                key("a", "device1"),
                KernelKey.of(KernelLanguage.OPENCL_C, program, List.of(), target),
                KernelKey.of(KernelLanguage.CUDA_C, program, List.of("-O"), target))) {
            assertEquals(Optional.empty(), cache().find(other));
        }
    }

    @Test
    void shouldPassOverAndReplaceADamagedFile() throws IOException {
        KernelKey key = key("a");
        cache().store(key, COMPILED);
        Path file = onlyFile();
        byte[] good = Files.readAllBytes(file);
        KernelCache cache = cache();
        for (int place = 0; place < good.length; place++) {
            byte[] bad = good.clone();
            bad[place] ^= 1;
            Files.write(file, bad);
            assertEquals(Optional.empty(), cache.find(key), "a file with a wrong byte at " + place);
        }
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertEquals(Optional.empty(), cache.find(key), "a file cut to " + length + " bytes");
        }
        cache().store(key, COMPILED);
        assertArrayEquals(COMPILED, cache().find(key).orElseThrow());
    }

    @Test
    void shouldPassOverAFileThatWasMadeForAnotherKey() throws IOException {
        cache().store(key("a"), COMPILED);
        Files.move(onlyFile(), folder().resolve(key("b").digest() + ".kernel"));
        assertEquals(Optional.empty(), cache().find(key("b")));
    }

    @Test
    void shouldDeleteTheOldestFilesWhenItHasTooMany() throws IOException {
        KernelCache small = new KernelCache(folder(), 4000);
        for (int number = 0; number < 10; number++) {
            small.store(key("program " + number), new byte[1000]);
            Files.setLastModifiedTime(
                    folder().resolve(key("program " + number).digest() + ".kernel"),
                    FileTime.fromMillis(1_000_000L + number));
        }
        small.store(key("last"), new byte[1000]);
        assertEquals(Optional.empty(), small.find(key("program 0")), "the oldest");
        assertTrue(small.find(key("last")).isPresent(), "the newest");
        assertTrue(small.find(key("program 9")).isPresent(), "one of the newest");
        try (Stream<Path> files = Files.list(folder())) {
            assertTrue(files.mapToLong(KernelCacheTest::size).sum() <= 4000, "the files take more than they may");
        }
    }

    @Test
    void shouldDeleteWhatAProcessLeftUnfinishedLongAgo() throws IOException {
        cache().store(key("a"), COMPILED);
        Path left = Files.createFile(folder().resolve(".fresh1.kernel.part"));
        Path underWay = Files.createFile(folder().resolve(".fresh2.kernel.part"));
        Files.setLastModifiedTime(left, FileTime.fromMillis(1_000_000L));
        cache().store(key("b"), COMPILED);
        assertTrue(Files.notExists(left), "a file that nobody works at");
        assertTrue(Files.exists(underWay), "a file that another process works at");
    }

    @Test
    void shouldForgetAllWhenCleared() {
        cache().store(key("a"), COMPILED);
        cache().store(key("b"), COMPILED);
        assertEquals(2, cache().clear());
        assertEquals(Optional.empty(), cache().find(key("a")));
        assertEquals(0, cache().clear());
    }

    @Test
    void shouldKeepOthersOutOfItsFolder() throws IOException {
        cache().store(key("a"), COMPILED);
        if (Files.getFileStore(folder()).supportsFileAttributeView("posix")) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())));
        }
    }

    @Test
    void shouldGoOnWithoutAFolder() throws IOException {
        Path file = Files.createFile(temporary.resolve("no-folder"));
        KernelCache cache = new KernelCache(file.resolve("kernels"), 1 << 20);
        cache.store(key("a"), COMPILED);
        assertEquals(Optional.empty(), cache.find(key("a")));
        KernelCache none = KernelCache.of("none");
        none.store(key("a"), COMPILED);
        assertEquals(Optional.empty(), none.find(key("a")));
        assertEquals(0, none.clear());
    }

    @Test
    void shouldLieWhereTheDesktopKeepsCaches() {
        assertEquals(
                Path.of("/caches/asterism/kernels"), KernelCache.standardFolder(Map.of("XDG_CACHE_HOME", "/caches")));
        Path home = Path.of(System.getProperty("user.home"), ".cache", "asterism", "kernels");
        assertEquals(home, KernelCache.standardFolder(Map.of()));
        assertEquals(home, KernelCache.standardFolder(Map.of("XDG_CACHE_HOME", "not/absolute")));
        assertEquals(Optional.of(Path.of("/x")), KernelCache.of("/x").folder());
    }

    @Test
    void shouldGiveWholeKernelsWhileOthersStoreAndClear() throws Exception {
        KernelKey key = key("a");
        CountDownLatch start = new CountDownLatch(1);
        List<FutureTask<Integer>> uses = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int number = thread;
            FutureTask<Integer> use = new FutureTask<>(() -> {
                start.await();
                int found = 0;
                for (int round = 0; round < 50; round++) {
                    switch (number) {
                        case 0 -> cache().clear();
                        case 1 -> cache().store(key, COMPILED);
                        default -> {
                            cache().store(key, COMPILED);
                            Optional<byte[]> content = cache().find(key);
                            content.ifPresent(compiled -> assertArrayEquals(COMPILED, compiled));
                            found += content.isPresent() ? 1 : 0;
                        }
                    }
                }
                return found;
            });
            Thread.ofPlatform().daemon().start(use);
            uses.add(use);
        }
        start.countDown();
        for (FutureTask<Integer> use : uses) {
            use.get(30, TimeUnit.SECONDS);
        }
        assertNotEquals(0, uses.get(2).get() + uses.get(3).get(), "never found anything");
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.reduce((one, other) -> {
                        throw new AssertionError("more than one file: " + one + ", " + other);
                    })
                    .orElseThrow();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
