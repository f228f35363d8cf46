package org.asterism.report.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.api.tree.ComponentView;
import org.asterism.api.tree.TreeView;
import org.asterism.report.fixture.FittingTexts;
import org.asterism.report.svg.Paint;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class TreePictureTest {
    private static Document drawn(TreeView tree, boolean all) throws Exception {
        String svg = new TreePicture("default", tree, all).draw();
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(Document svg) {
        NodeList texts = svg.getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(index -> texts.item(index).getTextContent())
                .toList();
    }

    /** The front cards of all boxes, each left, top, right, bottom. */
    private static List<double[]> boxes(Document svg) {
        List<double[]> boxes = new ArrayList<>();
        NodeList groups = svg.getElementsByTagName("g");
        for (int index = 0; index < groups.getLength(); index++) {
            NodeList cards = ((Element) groups.item(index)).getElementsByTagName("rect");
            Element front = null;
            for (int card = 0; card < cards.getLength(); card++) {
                Element each = (Element) cards.item(card);
                front = each.getAttribute("rx").equals("6") ? each : front;
            }
            if (front != null) {
                double x = Double.parseDouble(front.getAttribute("x"));
                double y = Double.parseDouble(front.getAttribute("y"));
                boxes.add(new double[] {
                    x,
                    y,
                    x + Double.parseDouble(front.getAttribute("width")),
                    y + Double.parseDouble(front.getAttribute("height"))
                });
            }
        }
        return boxes;
    }

    private static ComponentView recorded(String name, boolean keeps, long stored, List<String> children) {
        return new ComponentView(
                name,
                name,
                "",
                new LinkedHashMap<>(),
                List.of(),
                children,
                List.of(),
                true,
                true,
                1,
                keeps,
                false,
                stored,
                0,
                Double.NaN,
                Long.MAX_VALUE);
    }

    @Test
    void shouldLeaveOutWhatARecordingDoesNotKnow() throws Exception {
        TreeView tree = new TreeView(
                "mine",
                "",
                List.of(recorded("fifo", true, 12, List.of("mct")), recorded("mct", false, 0, List.of())),
                0,
                0);
        String element = new TreePicture("kept", "in all", tree, false).element();
        assertTrue(element.startsWith("<svg"), element);
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(element)));
        assertEquals(
                List.of("kept", "in all", "area 1", "workers", "fifo", "12 tasks", "mct", "keeps tasks"), texts(svg));
    }

    @Test
    void shouldDrawABoxForWhatIsAlikeWithItsNumbers() throws Exception {
        Document svg = drawn(TreesForTests.heft(64, 2), false);
        assertEquals(11, boxes(svg).size());
        List<String> texts = texts(svg);
        assertTrue(
                texts.containsAll(List.of(
                        "modular-heft in context default",
                        "area 1",
                        "area 2",
                        "area 3",
                        "workers",
                        "64 \u00d7 worker",
                        "cpu-0 \u2026 cpu-63",
                        "12 tasks, 18 ms",
                        "ntasks=30, ready, exp")),
                texts.toString());
    }

    @Test
    void shouldMarkPumpsOfStores() throws Exception {
        Document svg = drawn(TreesForTests.heft(4, 2), false);
        assertEquals(3 + 1, svg.getElementsByTagName("circle").getLength(), "three pumps and the legend");
    }

    @Test
    void shouldDrawEachComponentWhenAsked() throws Exception {
        assertEquals(5 + 3 * 6, boxes(drawn(TreesForTests.heft(4, 2), true)).size());
    }

    @Test
    void shouldDrawNothingOverAnother() throws Exception {
        Document svg = drawn(TreesForTests.heft(5, 3), true);
        List<double[]> boxes = boxes(svg);
        double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
        for (int one = 0; one < boxes.size(); one++) {
            assertTrue(boxes.get(one)[0] >= 0 && boxes.get(one)[2] <= width);
            for (int other = one + 1; other < boxes.size(); other++) {
                double[] a = boxes.get(one);
                double[] b = boxes.get(other);
                assertTrue(a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1]);
            }
        }
    }

    @Test
    void shouldFitItsTextsIntoTheirBoxesInAnyFont() throws Exception {
        String picture = new TreePicture("default", TreesForTests.heft(64, 2), false).draw();
        FittingTexts.requireInside(picture);
        List<double[]> boxes = boxes(drawn(TreesForTests.heft(64, 2), false));
        int inside = 0;
        for (Element text : FittingTexts.in(picture)) {
            double y = Double.parseDouble(text.getAttribute("y"));
            for (double[] box : boxes) {
                if (box[1] < y && y < box[3] && FittingTexts.left(text) > box[0] && FittingTexts.left(text) < box[2]) {
                    assertTrue(FittingTexts.right(text) < box[2], text.getTextContent());
                    inside++;
                }
            }
        }
        assertTrue(inside >= 2 * boxes.size(), "texts in boxes: " + inside);
    }

    @Test
    void shouldSuitDarkPages() {
        String picture = new TreePicture("default", TreesForTests.heft(2, 1), false).draw();
        for (FamilyColours each : List.of(FamilyColours.STORAGE, FamilyColours.WORKER)) {
            Paint inside = each.inside();
            assertTrue(picture.contains("[fill=\"" + inside.light() + "\"]{fill:" + inside.dark() + "}"), picture);
        }
    }

    @Test
    void shouldDrawWorkersBelowAllOthers() throws Exception {
        Document svg = drawn(TreesForTests.heft(2, 0), true);
        List<Double> tops = boxes(svg).stream().map(box -> box[1]).sorted().toList();
        assertEquals(tops.get(tops.size() - 2), tops.getLast());
        assertTrue(tops.get(tops.size() - 3) < tops.getLast());
    }

    @Test
    void shouldDrawATreeWithoutComponents() throws Exception {
        assertEquals(
                0,
                boxes(drawn(new TreeView("mine", "fifo", List.of(), 0, 0), false))
                        .size());
    }
}
