package org.asterism.topology.hwloc.internal;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.asterism.api.TopologyType;
import org.asterism.spi.file.InputFile;
import org.asterism.spi.topology.Topology;

/**
 * Reads hwloc's XML format, version 2, with the JDK's pull parser. The file is not trusted: no document type is loaded,
 * no entity is resolved, and size, depth and number of objects are bounded.
 */
final class XmlTopology {
    private static final long MOST_BYTES = 256L << 20;
    private static final int MOST_OBJECTS = 500_000;
    /** The JDK's parser has such a limit too, which differs from release to release. */
    private static final int DEEPEST = 90;

    private final XMLStreamReader reader;
    private final String origin;
    private final Deque<Branch> open = new ArrayDeque<>();
    private final BitSet seenProcessingUnits = new BitSet();
    private Branch machine;
    private String hwlocVersion = "";
    private int objects;

    private XmlTopology(XMLStreamReader reader, String origin) {
        this.reader = reader;
        this.origin = origin;
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is no topology; names file, line and reason
     */
    static Topology read(Path file) {
        String origin = "topology file '" + file + "'";
        InputFile.objection(file, MOST_BYTES).ifPresent(objection -> {
            throw new IllegalArgumentException(origin + " " + objection);
        });
        try {
            try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file))) {
                return read(bytes, origin, "xml " + file);
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(origin + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(origin + " cannot be read: " + e, e);
        }
    }

    /**
     * Reads what libhwloc exported.
     *
     * @param source the origin that the topology names; {@code null} for hwloc's version
     */
    static Topology read(byte[] exported, String source) {
        return read(new ByteArrayInputStream(exported), "libhwloc's description of the machine", source);
    }

    private static Topology read(InputStream bytes, String origin, String source) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(bytes);
            try {
                XmlTopology parser = new XmlTopology(reader, origin);
                parser.parse();
                return new Topology(parser.machine.freeze(), source != null ? source : "hwloc " + parser.hwlocVersion);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw new IllegalArgumentException(origin + ", line " + line + ": no well-formed XML: " + reason(e));
        }
    }

    /** The parser puts the position into a line before its message. */
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int start = message.indexOf("Message: ");
        return message.substring(start < 0 ? 0 : start + "Message: ".length())
                .replaceAll("\\s+", " ")
                .strip();
    }

    private void parse() throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> begin(reader.getLocalName());
                case XMLStreamConstants.END_ELEMENT -> {
                    if (reader.getLocalName().equals("object")) {
                        open.pop();
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw wrong("refers to the entity '" + reader.getLocalName() + "'; a topology has none");
                default -> {}
            }
        }
        if (machine == null) {
            throw wrong("has no object of type Machine");
        }
        if (seenProcessingUnits.isEmpty()) {
            throw wrong("has no object of type PU: a machine without processing units");
        }
    }

    private void begin(String element) {
        switch (element) {
            case "topology" -> checkVersion();
            case "object" -> object();
            case "info" -> info();
            default -> {} // distances, memory attributes and kinds of processors have no place in a Topology
        }
    }

    private void checkVersion() {
        String version = reader.getAttributeValue(null, "version");
        if (version == null) {
            throw wrong("is in the format of hwloc 1: convert it with 'lstopo -i OLD.xml NEW.xml' of hwloc 2");
        }
        if (!version.startsWith("2.")) {
            throw wrong("is in version '" + version + "' of hwloc's format; versions 2.x are read");
        }
    }

    private void object() {
        if (++objects > MOST_OBJECTS) {
            throw wrong("has more than " + MOST_OBJECTS + " objects");
        }
        if (open.size() >= DEEPEST) {
            throw wrong("has objects nested deeper than " + DEEPEST);
        }
        String typeName = required("type");
        TopologyType type = type(typeName);
        Branch parent = open.peek();
        if ((parent == null) != (type == TopologyType.MACHINE) || (parent == null && machine != null)) {
            throw wrong("has a '" + typeName + "' where only " + (parent == null ? "one" : "other objects than a")
                    + " Machine can stand");
        }
        Branch object = new Branch(type, osIndex(), name(typeName, type), processingUnits(parent), bytes(type));
        check(object, parent);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (isFact(reader.getAttributeLocalName(i))) {
                object.attribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
        if (parent == null) {
            machine = object;
        } else {
            parent.append(object);
        }
        open.push(object);
    }

    private void check(Branch object, Branch parent) {
        if (parent != null && !ProcessorSets.contains(parent.processingUnits(), object.processingUnits())) {
            throw wrong("has a " + object.type() + " with processing units "
                    + ProcessorSets.text(object.processingUnits()) + " inside a " + parent.type() + " that has only '"
                    + ProcessorSets.text(parent.processingUnits()) + "'");
        }
        if (object.type() == TopologyType.PU) {
            int number = object.osIndex();
            if (number < 0
                    || object.processingUnits().cardinality() != 1
                    || !object.processingUnits().get(number)) {
                throw wrong("has a PU whose os_index is " + number + ", but whose cpuset is '"
                        + ProcessorSets.text(object.processingUnits()) + "'");
            }
            if (seenProcessingUnits.get(number)) {
                throw wrong("has two PUs with the os_index " + number);
            }
            seenProcessingUnits.set(number);
        }
    }

    private void info() {
        Branch object = open.peek();
        if (object == null) {
            return; // says something of the topology as a whole
        }
        String name = required("name");
        String value = required("value");
        object.attribute(name, value);
        if (name.equals("hwlocVersion")) {
            hwlocVersion = value;
        }
    }

    private static TopologyType type(String name) {
        return switch (name) {
            case "Machine" -> TopologyType.MACHINE;
            case "Package" -> TopologyType.PACKAGE;
            case "Die" -> TopologyType.DIE;
            case "Group" -> TopologyType.GROUP;
            case "NUMANode" -> TopologyType.NUMA_NODE;
            case "L3Cache" -> TopologyType.L3;
            case "L2Cache" -> TopologyType.L2;
            case "L1Cache" -> TopologyType.L1;
            case "Core" -> TopologyType.CORE;
            case "PU" -> TopologyType.PU;
            case "Bridge" -> TopologyType.BRIDGE;
            case "PCIDev" -> TopologyType.PCI_DEVICE;
            case "OSDev" -> TopologyType.OS_DEVICE;
            default -> TopologyType.OTHER;
        };
    }

    /**
     * Returns the name of an object. An object that hwloc knows and {@link TopologyType} does not, such as an L4 or an
     * instruction cache, is named by its type.
     */
    private String name(String typeName, TopologyType type) {
        String name = reader.getAttributeValue(null, "name");
        if (name != null) {
            return name;
        }
        return type == TopologyType.OTHER ? typeName : "";
    }

    private int osIndex() {
        String text = reader.getAttributeValue(null, "os_index");
        if (text == null) {
            return -1;
        }
        return (int) number("os_index", text, Integer.MAX_VALUE);
    }

    private long bytes(TopologyType type) {
        String attribute = type == TopologyType.NUMA_NODE ? "local_memory" : "cache_size";
        String text = reader.getAttributeValue(null, attribute);
        return text == null ? 0 : number(attribute, text, Long.MAX_VALUE);
    }

    private long number(String attribute, String text, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, as numbers out of range are
        }
        throw wrong("has " + attribute + "=\"" + ProcessorSets.shortened(text) + "\"; 0 to " + most + " are allowed");
    }

    /** Devices have no set of their own: their parent determines their distance. */
    private BitSet processingUnits(Branch parent) {
        String mask = reader.getAttributeValue(null, "cpuset");
        if (mask == null) {
            if (parent == null) {
                throw wrong("has a Machine without cpuset");
            }
            return new BitSet();
        }
        try {
            return ProcessorSets.mask(mask);
        } catch (IllegalArgumentException e) {
            throw wrong("has a cpuset that cannot be read: " + e.getMessage());
        }
    }

    private static boolean isFact(String attribute) {
        return switch (attribute) {
            case "type", "os_index", "name", "gp_index", "cpuset", "nodeset", "cache_size", "local_memory" -> false;
            default -> !attribute.startsWith("complete_") && !attribute.startsWith("allowed_");
        };
    }

    private String required(String attribute) {
        String value = reader.getAttributeValue(null, attribute);
        if (value == null) {
            throw wrong("has an element '" + reader.getLocalName() + "' without attribute '" + attribute + "'");
        }
        return value;
    }

    private IllegalArgumentException wrong(String reason) {
        int line = reader.getLocation().getLineNumber(); // -1 behind the end
        return new IllegalArgumentException(origin + (line < 0 ? "" : ", line " + line) + ": it " + reason);
    }
}
