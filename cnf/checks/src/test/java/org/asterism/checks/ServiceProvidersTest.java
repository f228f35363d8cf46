package org.asterism.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Resource;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.SourceVersion;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.spi.balance.ContextBalancer;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.driver.Driver;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.policy.SchedulingPolicyFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Programs without OSGi must find the same plug-ins as Declarative Services. */
class ServiceProvidersTest {
    private static final List<Class<?>> KINDS = List.of(
            SchedulingPolicyFactory.class,
            Driver.class,
            ContextBalancer.class,
            LayoutFactory.class,
            SchedulingComponentFactory.class);

    @Test
    void shouldGiveServiceLoaderThePlugInsThatDeclarativeServicesFinds() throws Exception {
        Set<String> byComponents = new TreeSet<>();
        Set<String> byServiceLoader = new TreeSet<>();
        for (Bundle bundle : Bundle.all()) {
            try (Jar jar = bundle.open()) {
                for (String path : jar.getResources().keySet()) {
                    if (path.matches("OSGI-INF/[^/]+\\.xml")) {
                        byComponents.addAll(provided(path, jar.getResource(path)));
                    }
                }
                for (Class<?> kind : KINDS) {
                    Resource entries = jar.getResource("META-INF/services/" + kind.getName());
                    if (entries != null) {
                        text(entries)
                                .lines()
                                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                                .forEach(line -> byServiceLoader.add(kind.getSimpleName() + " " + line));
                    }
                }
            }
        }
        assertFalse(byComponents.isEmpty());
        assertEquals(byComponents, byServiceLoader, "components, and META-INF/services: annotate with @Provides...");
    }

    /** The kinds that a component provides; its description must have the name of its class, by which it is found. */
    private static Set<String> provided(String path, Resource description) throws Exception {
        Set<String> found = new HashSet<>();
        try (InputStream input = description.openInputStream()) {
            Document document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(input);
            NodeList interfaces = document.getElementsByTagName("provide");
            for (int i = 0; i < interfaces.getLength(); i++) {
                String name = ((Element) interfaces.item(i)).getAttribute("interface");
                if (KINDS.stream().anyMatch(kind -> kind.getName().equals(name))) {
                    String type = ((Element) document.getElementsByTagName("implementation")
                                    .item(0))
                            .getAttribute("class");
                    assertEquals("OSGI-INF/" + type + ".xml", path);
                    assertTrue(
                            Class.forName(type).getConstructor().trySetAccessible(),
                            type + " needs a public constructor without parameters");
                    found.add(name.substring(name.lastIndexOf('.') + 1) + " " + type);
                }
            }
        }
        return found;
    }

    private static String text(Resource resource) throws Exception {
        try (InputStream input = resource.openInputStream()) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldGiveEachBundleAModuleNameOfItsOwn() throws Exception {
        Set<String> names = new HashSet<>();
        for (Bundle bundle : Bundle.all()) {
            String name = bundle.headers().get("Automatic-Module-Name");
            assertTrue(name != null && SourceVersion.isName(name), bundle + " has the module name " + name);
            assertTrue(names.add(name), bundle + " has the module name of another bundle: " + name);
        }
    }
}
