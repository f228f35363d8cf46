package org.asterism.report.gantt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.asterism.report.fixture.FittingTexts;
import org.asterism.report.schedule.Schedule;
import org.asterism.report.schedule.SchedulesForTests;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Lettering;
import org.asterism.report.svg.Paint;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class GanttChartTest {
    private static final List<String> CODELETS = List.of("gemm", "syrk", "trsm", "potrf");
    private static final int LARGEST = 5_000_000;
    private static final Pattern TRACK =
            Pattern.compile("<rect x=\"([0-9.]+)\"[^>]*fill=\"" + Paint.TRACK.light() + "\"");

    private static Document parsed(String picture) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(picture)));
    }

    private static int titles(Document document, String beginning) {
        NodeList titles = document.getElementsByTagName("title");
        int count = 0;
        for (int index = 0; index < titles.getLength(); index++) {
            if (titles.item(index).getTextContent().startsWith(beginning)) {
                count++;
            }
        }
        return count;
    }

    @Test
    void shouldDrawEachTaskAndEachCopyOfASmallRun() throws Exception {
        Schedule schedule = SchedulesForTests.random(4, 2, 10, CODELETS);
        String picture = new GanttChart("cholesky on laptop, policy prio", schedule).draw();
        Document document = parsed(picture);

        assertEquals("svg", document.getDocumentElement().getTagName());
        // Each of 4 runs 10 tasks, each of 2 runs 100, and each of these has a copy there and one back.
        assertEquals(
                240,
                CODELETS.stream()
                        .mapToInt(name -> titles(document, name + ": "))
                        .sum());
        assertEquals(400, titles(document, "copy: "));
    }

    @Test
    void shouldSayWhatWasRunAndHowFarItIsFromTheBound() throws Exception {
        Schedule schedule = SchedulesForTests.random(2, 0, 3, CODELETS);
        String text = parsed(new GanttChart("a < b & \"c\"\u0001", schedule).draw())
                .getDocumentElement()
                .getTextContent();

        assertTrue(text.contains("a < b & \"c\" "), text);
        assertTrue(text.contains("makespan " + TimeAxis.inWords(schedule.makespan())), text);
        assertTrue(text.contains("efficiency 87.0 %"), text);
        assertTrue(text.contains("cpu: 2 workers"), text);
        assertTrue(text.contains("cpu-1"), text);
    }

    @Test
    void shouldLeaveOutABoundThatNobodyKnows() {
        Schedule known = SchedulesForTests.random(2, 0, 3, CODELETS);
        Schedule unknown = new Schedule(
                known.makespan(),
                known.tasks(),
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                known.workers(),
                known.links(),
                known.recording());

        assertTrue(new GanttChart("t", known).draw().contains("lower bound"));
        String picture = new GanttChart("t", unknown).draw();
        assertFalse(picture.contains("bound") || picture.contains("GFlop") || picture.contains("efficiency"), picture);
    }

    @Test
    void shouldStaySmallHoweverManyTasksAndWorkersThereAre() throws Exception {
        for (int workers : new int[] {8, 1500}) {
            Schedule schedule = SchedulesForTests.random(workers, 4, 120_000 / workers, CODELETS);
            String picture = new GanttChart("t", schedule).draw();

            assertTrue(picture.length() < LARGEST, "characters: " + picture.length());
            assertEquals(0, titles(parsed(picture), "gemm"));
            assertTrue(picture.contains("<path shape-rendering"), "merged");
        }
    }

    @Test
    void shouldDrawARunWithoutTasks() throws Exception {
        Schedule empty = SchedulesForTests.random(3, 0, 0, CODELETS);

        assertEquals(0, empty.tasks());
        parsed(new GanttChart("t", empty).draw());
    }

    @Test
    void shouldGiveFewWorkersRoomBesideMany() {
        List<Rows.Member> many = members(0, 5000);
        List<Rows.Member> few = members(5000, 8);
        Rows rows = new Rows(List.of(new Rows.Group("cpu", many), new Rows.Group("cuda", few)), 0, 20);

        Rows.Row ofFew = rows.rows().get(rows.rowOf(5003));
        assertEquals(20, ofFew.height());
        assertEquals("5003", ofFew.label());
        assertEquals(1, ofFew.share());
        assertTrue(rows.rows().getFirst().share() > 1);
        assertEquals(rows.rowOf(0), rows.rowOf(1));
        assertTrue(rows.bottom() < 1000, "bottom " + rows.bottom());
        assertEquals(-1, rows.rowOf(9999));
        long labels = rows.rows().stream().filter(row -> !row.label().isEmpty()).count();
        assertTrue(labels < 100, labels + " labels");
    }

    private static List<Rows.Member> members(int first, int number) {
        return IntStream.range(first, first + number)
                .mapToObj(id -> new Rows.Member(id, Integer.toString(id), ""))
                .toList();
    }

    @Test
    void shouldMarkTheAxisWithRoundNumbersInASuitableUnit() {
        assertEquals(List.of("0", "100", "200", "300", "400", "500", "600", "700", "800", "900"), labels(950e6));
        assertEquals(List.of("0", "2", "4", "6", "8", "10", "12", "14", "16", "18", "20"), labels(20e9));
        assertEquals(List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"), labels(10));
        assertEquals("s", new TimeAxis(20e9, 0, 1).unit().sign());
        assertEquals("\u00b5s", new TimeAxis(20e3, 0, 1).unit().sign());
        assertEquals(600, new TimeAxis(100, 100, 1000).x(50), 1e-9);
        assertEquals("9162 ms", TimeAxis.inWords(9_162_440_000.0));
        assertEquals("87.78 ms", TimeAxis.inWords(87_780_200.0));
        assertEquals("0 ns", TimeAxis.inWords(0).replaceFirst("\\.0+", ""));
    }

    private static List<String> labels(double nanoseconds) {
        return new TimeAxis(nanoseconds, 0, 1000)
                .ticks().stream().map(TimeAxis.Tick::label).toList();
    }

    @Test
    void shouldFitItsTextsIntoTheirPlacesInAnyFont() throws Exception {
        String codelet = "a_codelet_with_a_name_that_is_" + "very_".repeat(60) + "long";
        Schedule schedule = SchedulesForTests.random(3, 2, 5, List.of(codelet, "gemm"));
        String picture = new GanttChart("cholesky on " + "a machine with a long name ".repeat(20), schedule).draw();

        FittingTexts.requireInside(picture);
        double gutter = Double.parseDouble(
                TRACK.matcher(picture).results().findFirst().orElseThrow().group(1));
        List<Element> labels = FittingTexts.in(picture).stream()
                .filter(text -> text.getTextContent().matches("(cpu|cuda)-\\d+|.*\u2192.*"))
                .toList();
        assertTrue(labels.size() >= 5, "labels: " + labels.size());
        for (Element label : labels) {
            assertTrue(FittingTexts.right(label) <= gutter, label.getTextContent());
        }
    }

    @Test
    void shouldWidenTheGutterForLongNamesAndCutVeryLongOnes() throws Exception {
        assertEquals(16 + Lettering.of(11).width("a".repeat(30)), Backdrop.gutter(rowOf("a".repeat(30))), 1e-9);
        Schedule known = SchedulesForTests.random(1, 0, 1, CODELETS);
        String name = "worker-" + "of-a-distant-machine-".repeat(9);
        Schedule.WorkerLoad load = known.workers().getFirst();
        Schedule schedule = new Schedule(
                known.makespan(),
                known.tasks(),
                0,
                known.area(),
                known.area(),
                known.path(),
                List.of(new Schedule.WorkerLoad(load.id(), name, load.architecture(), load.tasks(), load.busy())),
                List.of(),
                known.recording());

        String picture = new GanttChart("t", schedule).draw();
        FittingTexts.requireInside(picture);
        assertTrue(picture.contains("\u2026<title>" + name + "</title>"), "the whole name beside the pointer");
    }

    private static Rows rowOf(String label) {
        return new Rows(List.of(new Rows.Group("cpu", List.of(new Rows.Member(0, label, "")))), 0, 20);
    }

    @Test
    void shouldSuitDarkPages() {
        String picture = new GanttChart("t", SchedulesForTests.random(2, 1, 3, CODELETS)).draw();
        assertTrue(picture.contains("prefers-color-scheme:dark"), picture);
        for (Paint paint : List.of(Paint.PAPER, Paint.INK, Paint.FAINT, Paint.TRACK)) {
            assertTrue(picture.contains("[fill=\"" + paint.light() + "\"]{fill:" + paint.dark() + "}"), picture);
        }
    }

    @Test
    void shouldDrawTheNinthCodeletWithStripes() {
        assertFalse(withCodelets(8).contains("<pattern"));
        String picture = withCodelets(9);
        String look = "rising-" + CodeletColours.of(8).paint().light().substring(1);
        assertTrue(picture.contains("<pattern id=\"" + look + "\""), picture);
        assertEquals(3, picture.split("fill=\"url\\(#" + look, -1).length, "its task and the legend: " + picture);
    }

    private static String withCodelets(int number) {
        Schedule schedule = SchedulesForTests.oneTaskOfEach(
                IntStream.range(0, number).mapToObj(codelet -> "c" + codelet).toList());
        return new GanttChart("t", schedule).draw();
    }
}
