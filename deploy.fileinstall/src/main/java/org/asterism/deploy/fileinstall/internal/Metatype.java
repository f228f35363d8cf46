package org.asterism.deploy.fileinstall.internal;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.osgi.framework.Bundle;

/**
 * Reads what bundles say of their configuration in {@code OSGI-INF/metatype}; they need be neither resolved nor
 * started.
 */
final class Metatype {
    private static final String FOLDER = "OSGI-INF/metatype";
    private static final System.Logger LOG = System.getLogger("org.asterism.load");

    private final Map<String, Map<String, Attribute>> definitions = new HashMap<>();
    private final Map<String, String> designates = new HashMap<>();

    private Metatype() {}

    /** The properties of each PID that the bundles describe, by name. */
    static Map<String, Map<String, Attribute>> all(Bundle... bundles) {
        Map<String, Map<String, Attribute>> all = new HashMap<>();
        for (Bundle bundle : bundles) {
            Enumeration<String> files = bundle.getEntryPaths(FOLDER);
            for (String file : files == null ? Set.<String>of() : new LinkedHashSet<>(Collections.list(files))) {
                if (file.endsWith(".xml")) {
                    all.putAll(read(bundle, file));
                }
            }
        }
        return all;
    }

    private static Map<String, Map<String, Attribute>> read(Bundle bundle, String file) {
        URL entry = bundle.getEntry(file);
        Map<String, Map<String, Attribute>> found = new HashMap<>();
        try (InputStream in = entry.openStream()) {
            Metatype metatype = new Metatype();
            metatype.read(in);
            metatype.designates.forEach(
                    (pid, definition) -> found.put(pid, metatype.definitions.getOrDefault(definition, Map.of())));
        } catch (IOException | XMLStreamException | NumberFormatException broken) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "bundle " + bundle.getSymbolicName() + ": " + file + " cannot be read, and checks nothing",
                    broken);
        }
        return found;
    }

    private void read(InputStream in) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        Map<String, Attribute> attributes = Map.of();
        Attribute last = null;
        String pid = null;
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            switch (xml.getLocalName()) {
                case "OCD" -> {
                    attributes = new LinkedHashMap<>();
                    definitions.put(xml.getAttributeValue(null, "id"), attributes);
                }
                case "AD" -> {
                    last = attribute(xml);
                    attributes.put(last.name(), last);
                }
                case "Option" -> last.options().add(xml.getAttributeValue(null, "value"));
                case "Designate" -> {
                    String factoryPid = xml.getAttributeValue(null, "factoryPid");
                    pid = factoryPid == null || factoryPid.isEmpty() ? xml.getAttributeValue(null, "pid") : factoryPid;
                }
                case "Object" -> designates.put(pid, xml.getAttributeValue(null, "ocdref"));
                default -> {}
            }
        }
    }

    private static Attribute attribute(XMLStreamReader xml) {
        return new Attribute(
                xml.getAttributeValue(null, "id"),
                String.valueOf(xml.getAttributeValue(null, "type")),
                number(xml, "min"),
                number(xml, "max"),
                new LinkedHashSet<>());
    }

    private static BigDecimal number(XMLStreamReader xml, String limit) {
        String text = xml.getAttributeValue(null, limit);
        return text == null || "String".equals(xml.getAttributeValue(null, "type")) ? null : new BigDecimal(text);
    }
}
