package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Compares the versions in the templates' poms with {@code cnf/pom.xml}. A template has no parent, so that it can be
 * copied anywhere, and repeats what it needs.
 */
class TemplateVersionsTest {
    private static final String OURS = "org.asterism";
    /** Maven's, where a plug-in names none. */
    private static final String PLUGIN_GROUP = "org.apache.maven.plugins";
    /** What a template and {@code cnf/pom.xml} both set. */
    private static final List<String> SHARED_PROPERTIES =
            List.of("maven.compiler.release", "project.build.sourceEncoding", "project.build.outputTimestamp");

    @Test
    void shouldRepeatTheVersionsOfLibrariesPluginsAndAsterismInEveryTemplate() throws Exception {
        Pom rules = Pom.read(Path.of("cnf/pom.xml"));
        List<Path> templates = Repository.files(path -> path.endsWith("pom.xml")
                && path.startsWith("examples")
                && path.getParent().toString().endsWith("-template"));
        assertTrue(!templates.isEmpty(), "there is no examples/*-template/pom.xml");
        List<String> differences = new ArrayList<>();
        for (Path path : templates) {
            Pom template = Pom.read(path);
            assertTrue(!template.versions().isEmpty(), path + " names no versions");
            template.versions().forEach((artifact, version) -> {
                String wanted = artifact.startsWith(OURS + ":")
                        ? rules.version()
                        : rules.versions().get(artifact);
                if (!version.equals(wanted)) {
                    differences.add(path + ": " + artifact + " has version " + version + ", in cnf/pom.xml " + wanted);
                }
            });
            for (String name : SHARED_PROPERTIES) {
                String value = template.properties().get(name);
                String wanted = rules.properties().get(name);
                if (value == null || !value.equals(wanted)) {
                    differences.add(path + ": property " + name + " is " + value + ", in cnf/pom.xml " + wanted);
                }
            }
        }
        assertEquals("", String.join("\n", differences), "write the versions of cnf/pom.xml into the templates");
    }

    /**
     * What this test reads of a pom.
     *
     * @param version of the project itself
     * @param properties as they are written
     * @param versions of dependencies and plug-ins, by group and artifact, with properties replaced
     */
    private record Pom(String version, Map<String, String> properties, Map<String, String> versions) {
        static Pom read(Path path) throws Exception {
            File file = Repository.root().resolve(path).toFile();
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
            Element project = document.getDocumentElement();
            Map<String, String> properties = new TreeMap<>();
            for (Element list : children(project, "properties")) {
                for (Element property : children(list, "*")) {
                    properties.put(
                            property.getTagName(), property.getTextContent().strip());
                }
            }
            Map<String, String> versions = new TreeMap<>();
            for (String kind : List.of("dependency", "plugin")) {
                var elements = document.getElementsByTagName(kind);
                for (int index = 0; index < elements.getLength(); index++) {
                    Element element = (Element) elements.item(index);
                    text(element, "version")
                            .ifPresent(version -> versions.put(
                                    text(element, "groupId").orElse(PLUGIN_GROUP) + ":"
                                            + text(element, "artifactId").orElseThrow(),
                                    resolved(version, properties)));
                }
            }
            return new Pom(text(project, "version").orElseThrow(), properties, versions);
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
    }
}
