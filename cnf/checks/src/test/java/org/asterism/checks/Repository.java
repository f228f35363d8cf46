package org.asterism.checks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The files of the repository, without those that a build or a tool made. */
final class Repository {
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", "shared");

    private Repository() {}

    static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("cnf/distribution/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("there is no cnf/distribution/pom.xml in or above "
                + Path.of("").toAbsolutePath());
    }

    /** All files that match, in the order of their paths, which are relative to the root. */
    static List<Path> files(Predicate<Path> wanted) throws IOException {
        Path root = root();
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isOurs = folder.equals(root) || !name.startsWith(".") && !NOT_OURS.contains(name);
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Path relative = root.relativize(file);
                if (attributes.isRegularFile() && wanted.test(relative)) {
                    found.add(relative);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }
}
