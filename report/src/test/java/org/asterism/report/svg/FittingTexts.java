package org.asterism.report.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Texts of pictures, and where they are. */
public final class FittingTexts {
    private FittingTexts() {}

    /** Returns the elements with texts. */
    public static List<Element> in(String picture) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture)));
        NodeList texts = document.getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(index -> (Element) texts.item(index))
                .toList();
    }

    /** Returns the left edge of a text, whatever the font. */
    public static double left(Element text) {
        double x = Double.parseDouble(text.getAttribute("x"));
        return switch (anchor(text)) {
            case "end" -> x - width(text);
            case "middle" -> x - width(text) / 2;
            default -> x;
        };
    }

    /** Returns the right edge of a text, whatever the font. */
    public static double right(Element text) {
        return left(text) + width(text);
    }

    private static double width(Element text) {
        assertEquals("spacingAndGlyphs", text.getAttribute("lengthAdjust"), text.getTextContent());
        return Double.parseDouble(text.getAttribute("textLength"));
    }

    private static String anchor(Element text) {
        String own = text.getAttribute("text-anchor");
        return own.isEmpty() ? ((Element) text.getParentNode()).getAttribute("text-anchor") : own;
    }

    /** Fails if a text is wider than its page in any font. */
    public static void requireInside(String picture) throws Exception {
        List<Element> texts = in(picture);
        assertTrue(!texts.isEmpty(), "no text");
        double width = Double.parseDouble(
                texts.getFirst().getOwnerDocument().getDocumentElement().getAttribute("width"));
        for (Element text : texts) {
            assertTrue(
                    left(text) >= 0 && right(text) <= width,
                    text.getTextContent() + " is from " + left(text) + " to " + right(text) + " of " + width);
        }
    }
}
