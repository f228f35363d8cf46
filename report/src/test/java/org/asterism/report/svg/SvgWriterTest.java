package org.asterism.report.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.report.fixture.FittingTexts;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class SvgWriterTest {
    private final SvgWriter svg = new SvgWriter(100);

    private String document() {
        return svg.document("title", "", 100, 50);
    }

    @Test
    void shouldMakeATextAsWideInAnyFontAsItsLetteringSays() throws Exception {
        svg.line(Lettering.bold(10), 5, 20, 90, "policy");
        Element text = FittingTexts.in(document()).getFirst();
        assertEquals("28.9", text.getAttribute("textLength"));
        assertEquals("spacingAndGlyphs", text.getAttribute("lengthAdjust"));
        assertEquals("bold", text.getAttribute("font-weight"));
    }

    @Test
    void shouldShowACutTextAsAWholeBesideThePointer() throws Exception {
        svg.line(Lettering.of(10), 5, 20, 40, "one name that is too long");
        Element text = FittingTexts.in(document()).getFirst();
        assertTrue(text.getFirstChild().getTextContent().endsWith("\u2026"));
        assertEquals(
                "one name that is too long",
                text.getElementsByTagName("title").item(0).getTextContent());
        assertTrue(Double.parseDouble(text.getAttribute("textLength")) <= 40);
    }

    @Test
    void shouldLeaveOutATextWithoutLettersOrRoom() throws Exception {
        svg.line(Lettering.of(10), 5, 20, 40, "").line(Lettering.of(10), 5, 20, 1, "wide");
        assertEquals(0, FittingTexts.in(document()).size());
    }

    @Test
    void shouldReplaceColoursOnDarkPages() {
        svg.rect(0, 0, 1, 1, "fill", new Paint("#123456", "#fedcba"), "stroke", Paint.everywhere("#888888"));
        String picture = document();
        assertTrue(picture.contains("fill=\"#123456\" stroke=\"#888888\""), picture);
        String dark = picture.substring(picture.indexOf("prefers-color-scheme:dark"), picture.indexOf("</style>"));
        assertTrue(dark.contains("[fill=\"#123456\"]{fill:#fedcba}"), dark);
        assertTrue(dark.contains("[fill=\"#ffffff\"]{fill:#0d1117}"), "the page itself: " + dark);
        assertTrue(dark.contains("[fill=\"#1f2933\"]{fill:#e6edf3}"), "text: " + dark);
        assertFalse(dark.contains("#888888"), "the same everywhere: " + dark);
    }

    @Test
    void shouldRefuseALightColourWithTwoDarkOnes() {
        svg.rect(0, 0, 1, 1, "fill", new Paint("#123456", "#fedcba"));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> svg.rect(0, 0, 1, 1, "fill", new Paint("#123456", "#000000")))
                .getMessage();
        assertTrue(message.contains("'#123456'") && message.contains("'#fedcba' and '#000000'"), message);
    }

    @Test
    void shouldRefuseAColourThatIsWrittenInAnotherWay() {
        String message = assertThrows(IllegalArgumentException.class, () -> new Paint("#123456", "white"))
                .getMessage();
        assertTrue(message.startsWith("colour 'white' is not #rrggbb"), message);
    }

    @Test
    void shouldDefineStripesOncePerLook() {
        Swatch look = new Swatch(Paint.everywhere("#2a6f6f"), Hatching.CROSSED);
        svg.rect(0, 0, 9, 9, "fill", look).rect(20, 0, 9, 9, "fill", look);
        svg.rect(40, 0, 9, 9, "fill", Swatch.plain(Paint.everywhere("#bd2c0f")));
        String picture = document();
        assertEquals(2, picture.split("<pattern id=\"crossed-2a6f6f\"", -1).length);
        assertEquals(3, picture.split("fill=\"url\\(#crossed-2a6f6f\\)\"", -1).length);
        assertTrue(picture.contains("fill=\"#bd2c0f\""), picture);
    }

    @Test
    void shouldWriteWhatXmlAllows() {
        assertEquals("a &lt; b &amp; &quot;c&quot; ", SvgWriter.escaped("a < b & \"c\"\u0001"));
        assertEquals("1.25", SvgWriter.number(1.25));
        assertEquals("-3", SvgWriter.number(-3));
    }
}
