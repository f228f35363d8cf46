package org.asterism.deploy.fileinstall.internal;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
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
 * Reads the descriptions of configuration that bundles have in {@code OSGI-INF/metatype}. The bundles need be neither
 * resolved nor started.
 */
final class Metatype {
    private static final String FOLDER = "OSGI-INF/metatype";
    private static final System.Logger LOG = System.getLogger("org.asterism.load");

    private final Map<String, Map<String, Attribute>> known = new HashMap<>();
    private final Set<String> factories = new HashSet<>();

    /** Of the file that is read. */
    private final Map<String, Map<String, Attribute>> definitions = new HashMap<>();

    private final Map<String, String> designates = new HashMap<>();

    private Metatype() {}

    /** Reads what the bundles say. */
    static Metatype of(Bundle... bundles) {
        Metatype all = new Metatype();
        for (Bundle bundle : bundles) {
            Enumeration<String> files = bundle.getEntryPaths(FOLDER);
            for (String file : files == null ? Set.<String>of() : new LinkedHashSet<>(Collections.list(files))) {
                if (file.endsWith(".xml")) {
                    all.add(bundle, file);
                }
            }
        }
        return all;
    }

    /** The properties of each PID, by name. */
    Map<String, Map<String, Attribute>> all() {
        return known;
    }

    /** Whether there can be several configurations of a PID, each with a name. */
    boolean hasSeveral(String pid) {
        return factories.contains(pid);
    }

    private void add(Bundle bundle, String file) {
        URL entry = bundle.getEntry(file);
        definitions.clear();
        designates.clear();
        try (InputStream in = entry.openStream()) {
            read(in);
            designates.forEach((pid, definition) -> known.put(pid, definitions.getOrDefault(definition, Map.of())));
        } catch (IOException | XMLStreamException | NumberFormatException broken) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "bundle " + bundle.getSymbolicName() + ": " + file + " cannot be read, and checks nothing",
                    broken);
        }
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
                    boolean several = factoryPid != null && !factoryPid.isEmpty();
                    pid = several ? factoryPid : xml.getAttributeValue(null, "pid");
                    if (several) {
                        factories.add(pid);
                    }
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
                number(xml, "cardinality") != null && number(xml, "cardinality").signum() != 0,
                number(xml, "min"),
                number(xml, "max"),
                new LinkedHashSet<>());
    }

    private static BigDecimal number(XMLStreamReader xml, String limit) {
        String text = xml.getAttributeValue(null, limit);
        return text == null || "String".equals(xml.getAttributeValue(null, "type")) ? null : new BigDecimal(text);
    }
}
