package org.asterism.shell.gogo.internal.tree;
import java.nio.file.*;
import org.junit.jupiter.api.Test;

class TreePictureTest {
    @Test
    void shouldDraw() throws Exception {
        Files.writeString(Path.of("/tmp/svc-a.svg"), new TreePicture("default", TreesForTests.heft(4, 2), false).draw());
        Files.writeString(Path.of("/tmp/svc-b.svg"), new TreePicture("default", TreesForTests.heft(4, 2), true).draw());
        Files.writeString(Path.of("/tmp/svc-c.svg"), new TreePicture("default", TreesForTests.heft(64, 0), false).draw());
        long t = System.nanoTime();
        new TreePicture("default", TreesForTests.heft(1000, 8), false).draw();
        System.out.println((System.nanoTime() - t) / 1e6 + " ms folded");
        t = System.nanoTime();
        Files.writeString(Path.of("/tmp/svc-d.svg"), new TreePicture("default", TreesForTests.heft(1000, 8), true).draw());
        System.out.println((System.nanoTime() - t) / 1e6 + " ms all");
    }
}
