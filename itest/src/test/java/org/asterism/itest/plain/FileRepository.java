package org.asterism.itest.plain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Maven repository with the artifacts of this tree, in the layout of a remote one. */
final class FileRepository {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>(.*?)</parent>");

    private final Path folder;

    private FileRepository(Path folder) {
        this.folder = folder;
    }

    /**
     * The repository that is published, if the profile "release" has made one; in other builds one with the POM and the
     * jar of each module.
     *
     * @param tree the folder of the topmost pom.xml
     * @param folder of the repository, if there is none that is published
     */
    static FileRepository of(Path tree, Path folder) throws IOException {
        String release = System.getProperty("asterism.release");
        return release == null ? copy(tree, folder) : new FileRepository(Path.of(release, "repository"));
    }

    private static FileRepository copy(Path tree, Path folder) throws IOException {
        FileRepository repository = new FileRepository(folder);
        Deque<Path> modules = new ArrayDeque<>();
        modules.add(tree);
        while (!modules.isEmpty()) {
            Path module = modules.remove();
            String pom = Files.readString(module.resolve("pom.xml"));
            repository.add(module, pom);
            MODULE.matcher(pom)
                    .results()
                    .map(name -> module.resolve(name.group(1)).normalize())
                    .forEach(modules::add);
        }
        return repository;
    }

    private void add(Path module, String pom) throws IOException {
        String parent = PARENT.matcher(pom)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElse("");
        String own = PARENT.matcher(pom).replaceFirst("");
        String group =
                element("groupId", own).or(() -> element("groupId", parent)).orElseThrow();
        String version =
                element("version", own).or(() -> element("version", parent)).orElseThrow();
        String artifact = element("artifactId", own).orElseThrow();
        String file = artifact + "-" + version;
        Path place = Files.createDirectories(
                folder.resolve(group.replace('.', '/')).resolve(artifact).resolve(version));
        Files.copy(module.resolve("pom.xml"), place.resolve(file + ".pom"));
        Path jar = module.resolve("target").resolve(file + ".jar");
        try {
            Files.copy(jar, place.resolve(file + ".jar"));
        } catch (NoSuchFileException notBuilt) {
            // A module of POMs only, or one that is built after these tests.
        }
    }

    /** The first element of this name that is a child of the project or parent, above all its lists. */
    private static Optional<String> element(String name, String xml) {
        Matcher matcher = Pattern.compile("<" + name + ">([^<]+)</" + name + ">")
                .matcher(xml.split("<(dependencies|dependencyManagement|properties|build|profiles)>", 2)[0]);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** As builds name it. */
    String url() {
        try {
            return folder.toRealPath().toUri().toString();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
