package org.asterism.policy.modular.internal.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.asterism.api.Parameter;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The components that our bundles bring, with the parameters that their services say they have. */
final class RealKinds {
    private static final List<String> NAMES = List.of(
            "best-implementation",
            "eager",
            "eager-calibration",
            "eager-prio",
            "fifo",
            "gemm",
            "heft",
            "heteroprio",
            "mct",
            "perfmodel-select",
            "prio",
            "random",
            "stage",
            "user-choice",
            "work-stealing");

    private RealKinds() {}

    static TestKinds make() {
        TestKinds kinds = new TestKinds();
        for (String name : NAMES) {
            add(kinds, name);
        }
        return kinds;
    }

    private static void add(TestKinds kinds, String name) {
        String type = "org.asterism.components.modular." + name.replace("-", "") + ".internal."
                + Arrays.stream(name.split("-"))
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining())
                + "Factory";
        try {
            kinds.add(name, parameters(type), (SchedulingComponentFactory)
                    Class.forName(type).getConstructor().newInstance());
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError(
                    "the bundle of component '" + name + "' is not on the class path of this test", missing);
        }
    }

    /** What its declaration as a service says of its parameters. */
    private static List<String> parameters(String type) {
        try (InputStream file = RealKinds.class.getResourceAsStream("/OSGI-INF/" + type + ".xml")) {
            NodeList properties = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file)
                    .getElementsByTagName("property");
            for (int index = 0; index < properties.getLength(); index++) {
                Element property = (Element) properties.item(index);
                if (property.getAttribute("name").equals(SchedulingComponentFactory.PARAMETERS)) {
                    String said =
                            property.hasAttribute("value") ? property.getAttribute("value") : property.getTextContent();
                    return Parameter.declarations(said.lines().toList()).stream()
                            .map(line -> Parameter.of(line).name())
                            .toList();
                }
            }
            return List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (SAXException | ParserConfigurationException malformed) {
            throw new AssertionError(type, malformed);
        }
    }
}
