package org.asterism.itest.docs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The XML files in which the bundles on this class path declare their components and their configuration. */
final class DeclarationFiles {
    private static final String OWN = "org.asterism.";
    private static final String ENDING = ".xml";

    private DeclarationFiles() {}

    /** The files of Asterism's bundles in a folder of theirs, such as {@code OSGI-INF}. */
    static List<Element> in(String folder) {
        List<Element> files = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            try {
                if (Files.isDirectory(path)) {
                    read(path.resolve(folder), files);
                } else if (Files.isRegularFile(path)) {
                    try (FileSystem jar = FileSystems.newFileSystem(path)) {
                        read(jar.getPath(folder), files);
                    }
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return files;
    }

    private static void read(Path folder, List<Element> files) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> list = Files.list(folder)) {
            for (Path file : list.filter(DeclarationFiles::isOurs).toList()) {
                files.add(read(file));
            }
        }
    }

    private static boolean isOurs(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(OWN) && name.endsWith(ENDING);
    }

    private static Element read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        } catch (SAXException | ParserConfigurationException malformed) {
            throw new AssertionError(file.toString(), malformed);
        }
    }

    /** The elements of a name within another one. */
    static Stream<Element> elements(Element within, String name) {
        NodeList nodes = within.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(index -> (Element) nodes.item(index));
    }
}
