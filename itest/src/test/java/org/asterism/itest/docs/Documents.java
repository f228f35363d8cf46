package org.asterism.itest.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the repository's documents, wherever in the repository the tests were started. */
final class Documents {
    private Documents() {}

    static List<String> lines(String path) throws IOException {
        return Files.readAllLines(root().resolve(path));
    }

    static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("docs/from-starpu.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException(
                "there is no docs/from-starpu.md in or above " + Path.of("").toAbsolutePath());
    }
}
