package org.asterism.core.internal.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkFileTest {
    private static final Set<String> NODES = Set.of("main", "gpu 0");
    private static final Map<Way, Speed> KNOWN =
            Map.of(new Way("main", "gpu 0"), new Speed(1500, 0.125), new Way("gpu 0", "main"), new Speed(2000.5, 0.5));

    @TempDir
    Path folder;

    private Path path;
    private LinkFile file;

    @BeforeEach
    void makeFile() {
        path = folder.resolve("bus").resolve("host");
        file = new LinkFile(path);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(path.getParent())) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        assertEquals(Map.of(), file.read(NODES), "there is none yet");
        file.write(NODES, Map.of(), Instant.EPOCH);
        file.write(NODES, KNOWN, Instant.parse("2026-11-21T21:00:00Z"));
        assertEquals(KNOWN, file.read(NODES));
        assertEquals(List.of("host"), names(), "nothing else is left");
        assertEquals(
                List.of(
                        "# How fast data are copied between memory nodes of this machine, measured by Asterism at "
                                + "2026-11-21T21:00:00Z",
                        "# from, to, latency in nanoseconds, bytes per second of a single copy",
                        "asterism-links\t1",
                        "nodes\tgpu 0\tmain",
                        "link\tgpu 0\tmain\t2000.5\t2.0E9",
                        "link\tmain\tgpu 0\t1500.0\t8.0E9",
                        "end\t2"),
                Files.readAllLines(path));
    }

    @Test
    void shouldNotBeUsedForOtherNodes() {
        file.write(NODES, KNOWN, Instant.EPOCH);
        assertEquals(Map.of(), file.read(Set.of("main", "gpu 0", "gpu 1")));
        assertEquals(Map.of(), file.read(Set.of("main")));
        assertEquals(KNOWN, file.read(NODES), "it is not damaged by that");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "asterism-links\t2\nend\t0\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\t15",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\t15\t1e9\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\t15\t1e9\nend\t2\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\tfast\t1e9\nend\t1\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\t-1\t1e9\nend\t1\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\t1\t0\nend\t1\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nlink\tmain\tgpu 0\tNaN\t1e9\nend\t1\n",
                "asterism-links\t1\nnodes\tmain\tgpu 0\nend\t0\nnodes\tmain\n",
                "\u0000\u0001"
            })
    void shouldSetADamagedFileAside(String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        assertEquals(Map.of(), file.read(NODES));
        assertEquals(List.of("host.damaged"), names());
        assertEquals(text, Files.readString(path.resolveSibling("host.damaged")));
        file.write(NODES, KNOWN, Instant.EPOCH);
        assertEquals(KNOWN, file.read(NODES));
    }

    @Test
    void shouldSetAFileAsideThatIsNoText() throws IOException {
        Files.createDirectories(path.getParent());
        Files.write(path, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertEquals(Map.of(), file.read(NODES));
        assertEquals(List.of("host.damaged"), names());
    }

    @Test
    void shouldGoOnWhereNothingCanBeKept() throws IOException {
        Files.writeString(folder.resolve("bus"), "no folder");
        file.write(NODES, KNOWN, Instant.EPOCH);
        assertEquals(Map.of(), file.read(NODES));
        assertFalse(Files.isDirectory(folder.resolve("bus")));
    }
}
