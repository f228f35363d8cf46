package org.asterism.embedded.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.core.internal.plugin.PluginKind;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ElementReaderTest {
    private static ElementReader properties(String xml) {
        return new ElementReader(xml, "property");
    }

    @Test
    void shouldReadWhatTheReaderOfTheJdkReads() throws Exception {
        int compared = 0;
        for (PluginKind<?> kind : PluginKind.ALL) {
            compared += compare(kind.type());
        }
        compared += compare(SchedulingComponentFactory.class);
        assertTrue(compared > 20, "only " + compared + " properties are on the class path");
    }

    private static int compare(Class<?> service) throws Exception {
        int compared = 0;
        for (ServiceLoader.Provider<?> provider :
                ServiceLoader.load(service).stream().toList()) {
            Class<?> type = provider.type();
            Map<String, String> expected = readByJdk(type);
            for (Map.Entry<String, String> property : expected.entrySet()) {
                Object read = ComponentProperties.of(type).get(property.getKey());
                assertEquals(property.getValue(), String.valueOf(read), type + " " + property.getKey());
                compared++;
            }
        }
        return compared;
    }

    private static Map<String, String> readByJdk(Class<?> type) throws Exception {
        Map<String, String> properties = new HashMap<>();
        try (InputStream input = type.getResourceAsStream("/OSGI-INF/" + type.getName() + ".xml")) {
            if (input == null) {
                return properties; // a provider without properties
            }
            NodeList elements = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(input)
                    .getElementsByTagName("property");
            for (int i = 0; i < elements.getLength(); i++) {
                Element element = (Element) elements.item(i);
                String value = element.hasAttribute("value")
                        ? element.getAttribute("value")
                        : element.getTextContent()
                                .strip()
                                .lines()
                                .map(String::strip)
                                .toList()
                                .toString();
                properties.put(element.getAttribute("name"), value);
            }
        }
        return properties;
    }

    @Test
    void shouldDecodeEntitiesAndSkipComments() {
        ElementReader reader = properties("<a><!-- <property name='no'/> --><properties entry='x'/>"
                + "<property  name = 'a&lt;b' value=\"&quot;&#228;&#xE9;&amp;'\"\n/></a>");
        assertTrue(reader.next());
        assertEquals("a<b", reader.attribute("name"));
        assertEquals("\"äé&'", reader.attribute("value"));
        assertEquals(null, reader.attribute("type"));
        assertFalse(reader.next());
    }

    @Test
    void shouldForgetTheAttributesOfTheElementBefore() {
        ElementReader reader =
                properties("<property name='a' value='1'/><property name='b'>\n  x &gt; y\n  z\n</property>");
        assertTrue(reader.next());
        assertTrue(reader.next());
        assertEquals(null, reader.attribute("value"));
        assertEquals("x > y\n  z", Objects.requireNonNull(reader.text()).strip());
        assertFalse(reader.next());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<property name='a",
                "<property name=a/>",
                "<property name",
                "<property",
                "<property name='a'>",
                "<property name='&what;'/>",
                "<property name='&amp'/>",
                "<property name='&#xZ;'/>",
                "<!DOCTYPE a>",
                "<a",
                "<!-- "
            })
    void shouldRefuseWhatIsNoXml(String xml) {
        ElementReader reader = properties(xml);
        assertThrows(IllegalArgumentException.class, reader::next);
    }
}
