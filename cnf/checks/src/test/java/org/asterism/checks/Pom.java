package org.asterism.checks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A pom of the repository, as it is written.
 *
 * @param path of the file, from the root
 */
record Pom(Path path, Element project) {
    static final String OURS = "org.asterism";
    /** Maven's, where a plug-in names none. */
    private static final String PLUGIN_GROUP = "org.apache.maven.plugins";

    static Pom read(Path path) throws Exception {
        return new Pom(
                path,
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(Repository.root().resolve(path).toFile())
                        .getDocumentElement());
    }

    /** All poms of Asterism itself, without those of projects to copy. */
    static List<Pom> ours() throws Exception {
        List<Pom> found = new ArrayList<>();
        for (Path path : paths()) {
            Pom pom = read(path);
            if (pom.text("groupId")
                    .or(() -> pom.text("parent", "groupId"))
                    .orElseThrow()
                    .equals(OURS)) {
                found.add(pom);
            }
        }
        return found;
    }

    private static List<Path> paths() throws IOException {
        return Repository.files(path -> path.endsWith("pom.xml"));
    }

    String artifact() {
        return text("artifactId").orElseThrow();
    }

    String packaging() {
        return text("packaging").orElse("jar");
    }

    /** Whether a release contains it. */
    boolean isPublished() throws Exception {
        for (Pom pom : lineage()) {
            String skipped = pom.properties().get("maven.deploy.skip");
            if (skipped != null) {
                return !Boolean.parseBoolean(skipped);
            }
        }
        return true;
    }

    /** This pom, its parent, the parent's parent and so on. */
    List<Pom> lineage() throws Exception {
        List<Pom> found = new ArrayList<>(List.of(this));
        for (Pom pom = this; !children(pom.project, "parent").isEmpty(); ) {
            String place = pom.text("parent", "relativePath").orElse("..");
            Path parent = Repository.root()
                    .relativize(Repository.root()
                            .resolve(pom.path)
                            .resolveSibling(place)
                            .normalize());
            pom = read(parent.endsWith("pom.xml") ? parent : parent.resolve("pom.xml"));
            found.add(pom);
        }
        return found;
    }

    /** The text of an element, named by its ancestors below the project and itself. */
    Optional<String> text(String... names) {
        Stream<Element> found = Stream.of(project);
        for (String name : names) {
            found = found.flatMap(element -> children(element, name).stream());
        }
        return found.map(element -> element.getTextContent().strip()).findFirst();
    }

    /** The properties, as they are written. */
    Map<String, String> properties() {
        Map<String, String> found = new TreeMap<>();
        for (Element list : children(project, "properties")) {
            for (Element property : children(list, "*")) {
                found.put(property.getTagName(), property.getTextContent().strip());
            }
        }
        return found;
    }

    /** The versions of dependencies and plug-ins, by group and artifact, with properties replaced. */
    Map<String, String> versions() {
        Map<String, String> properties = properties();
        Map<String, String> found = new TreeMap<>();
        for (String kind : List.of("dependency", "plugin")) {
            var elements = project.getElementsByTagName(kind);
            for (int index = 0; index < elements.getLength(); index++) {
                Element element = (Element) elements.item(index);
                text(element, "version")
                        .ifPresent(version -> found.put(
                                text(element, "groupId").orElse(PLUGIN_GROUP) + ":"
                                        + text(element, "artifactId").orElseThrow(),
                                resolved(version, properties)));
            }
        }
        return found;
    }

    /** The artifacts that it manages. */
    Set<String> managed() {
        Set<String> found = new LinkedHashSet<>();
        for (Element management : children(project, "dependencyManagement")) {
            found.addAll(artifacts(management, List.of()));
        }
        return found;
    }

    /** The artifacts of its own dependencies that programs get with it: those of scope compile or runtime. */
    Set<String> passedOn() {
        return artifacts(project, List.of("provided", "test"));
    }

    private static Set<String> artifacts(Element parent, List<String> withoutScopes) {
        Set<String> found = new LinkedHashSet<>();
        for (Element list : children(parent, "dependencies")) {
            for (Element dependency : children(list, "dependency")) {
                if (!withoutScopes.contains(text(dependency, "scope").orElse("compile"))) {
                    found.add(text(dependency, "artifactId").orElseThrow());
                }
            }
        }
        return found;
    }

    private static String resolved(String version, Map<String, String> properties) {
        return version.startsWith("${")
                ? properties.getOrDefault(version.substring(2, version.length() - 1), version)
                : version;
    }

    private static Optional<String> text(Element parent, String name) {
        return children(parent, name).stream()
                .map(child -> child.getTextContent().strip())
                .findFirst();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element
                    && (name.equals("*") || element.getTagName().equals(name))) {
                found.add(element);
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
