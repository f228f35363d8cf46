import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Records how policies are swapped under running tasks, and draws the recording as an animated SVG: the shell with all
 * that it prints, and below it the number of finished tasks over time. {@code docs/images/live-swap} runs it.
 *
 * <p>Usage: {@code LiveSwap ASTERISM FILE.svg}. The first argument is the command that starts the shell.
 */
final class LiveSwap {
    private static final String PROMPT = "asterism> ";
    private static final String RUN = "run gemm --context default --n 8192 --tile 256 --no-check --quiet &";
    /** The policies that take turns, after the first one. */
    private static final List<String> POLICIES = List.of("prio", "lws", "dmdas");

    private static final double SECONDS_PER_POLICY = 2.5;
    private static final Pattern DONE = Pattern.compile("\"name\":\"default\".*?\"done\":(\\d+)");
    private static final long LIMIT_NANOS = 120_000_000_000L;

    /** A command, when it was sent, when its output was there, and the output's lines. */
    private record Entry(String command, double sent, double answered, List<String> output) {}

    /** How many tasks had ended at a time. */
    private record Sample(double seconds, long done) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final OutputStream keyboard;
    private final InputStream screen;
    private final StringBuilder unread = new StringBuilder();
    private long start;

    private LiveSwap(Process shell) {
        keyboard = shell.getOutputStream();
        screen = shell.getInputStream();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            System.err.println("usage: LiveSwap ASTERISM FILE.svg");
            System.exit(2);
        }
        ProcessBuilder builder = new ProcessBuilder(arguments[0]);
        builder.environment().put("COLUMNS", "100");
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process shell = builder.start();
        LiveSwap recording = new LiveSwap(shell);
        try {
            recording.record();
        } finally {
            recording.keyboard.close(); // leaving the shell cancels the run
            shell.waitFor();
        }
        Files.writeString(Path.of(arguments[1]), recording.draw());
        System.out.println(arguments[1] + ": " + Files.size(Path.of(arguments[1])) + " bytes, "
                + recording.samples.getLast().done() + " tasks in "
                + Math.round(recording.samples.getLast().seconds()) + " s");
    }

    // The recording.

    private void record() throws IOException, InterruptedException {
        untilPrompt();
        start = System.nanoTime();
        type(RUN);
        while (done() < 20) { // the application makes its matrix first
            Thread.sleep(50);
        }
        start = System.nanoTime();
        samples.add(new Sample(0, done()));
        long first = samples.getFirst().done();
        watchUntil(1);
        type("contexts");
        for (int policy = 0; policy < POLICIES.size(); policy++) {
            watchUntil((policy + 1) * SECONDS_PER_POLICY);
            type("use default " + POLICIES.get(policy));
        }
        watchUntil((POLICIES.size() + 1) * SECONDS_PER_POLICY - 1);
        type("contexts");
        watchUntil((POLICIES.size() + 1) * SECONDS_PER_POLICY);
        samples.replaceAll(sample -> new Sample(sample.seconds(), sample.done() - first));
    }

    private void type(String command) throws IOException {
        double sent = seconds();
        List<String> output = run(command);
        entries.add(new Entry(command, sent, seconds(), output));
    }

    private void watchUntil(double end) throws IOException, InterruptedException {
        while (seconds() < end) {
            Thread.sleep(100);
            samples.add(new Sample(seconds(), done()));
        }
    }

    private long done() throws IOException {
        String shown = String.join("", run("contexts --json"));
        Matcher done = DONE.matcher(shown);
        if (!done.find()) {
            throw new IllegalStateException("'contexts --json' does not show the context default, but: " + shown);
        }
        return Long.parseLong(done.group(1));
    }

    private List<String> run(String command) throws IOException {
        keyboard.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
        return untilPrompt().lines().filter(line -> !line.isBlank()).toList();
    }

    private String untilPrompt() throws IOException {
        long begin = System.nanoTime();
        byte[] part = new byte[8192];
        while (unread.indexOf(PROMPT) < 0) {
            int length = screen.read(part);
            if (length < 0 || System.nanoTime() - begin > LIMIT_NANOS) {
                throw new IOException("no prompt after: " + unread);
            }
            unread.append(new String(part, 0, length, StandardCharsets.UTF_8).replace("\r", ""));
        }
        int end = unread.indexOf(PROMPT);
        String text = unread.substring(0, end);
        unread.delete(0, end + PROMPT.length());
        return text;
    }

    private double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    // The picture.

    private static final int WIDTH = 860;
    private static final int MARGIN = 18;
    private static final double CHARACTER = 8.0;
    private static final double SMALL_CHARACTER = 7.3;
    private static final int LINE = 19;
    private static final int TOP = 10;
    private static final int CHART_HEIGHT = 110;
    private static final int CHART_LEFT = 70;
    /** How long the commands before the first task take in the picture, and how long the end stays. */
    private static final double BEFORE = 2.2;

    private static final double AFTER = 4;
    private static final double SECONDS_PER_CHARACTER = 0.02;
    /** Colours that colour-blind readers tell apart (Okabe and Ito), one per policy. */
    private static final List<String> COLOURS = List.of("#0072b2", "#e69f00", "#009e73", "#cc79a7");

    private final StringBuilder styles = new StringBuilder();
    private final StringBuilder shapes = new StringBuilder();
    private double total;
    private int animations;

    private String draw() {
        double length = samples.getLast().seconds();
        total = BEFORE + length + AFTER;
        int y = TOP + LINE;
        for (int index = 0; index < entries.size(); index++) {
            y = drawEntry(entries.get(index), index == 0, y);
        }
        int terminalEnd = y;
        drawChart(terminalEnd + 34, length);
        int height = terminalEnd + 34 + CHART_HEIGHT + 40;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" \
                aria-labelledby="t d">
                <title id="t">Policies are swapped under running tasks</title>
                <desc id="d">A recording of Asterism's shell. Two matrices are multiplied while the policy changes \
                from %s. The number of finished tasks keeps rising.</desc>
                <style>
                svg{--back:#f6f8fa;--frame:#d0d7de;--text:#1f2328;--dim:#59636e;--mark:#0550ae}
                @media (prefers-color-scheme:dark){svg{--back:#161b22;--frame:#30363d;--text:#e6edf3;--dim:#9198a1;\
                --mark:#79c0ff}}
                .p{fill:var(--back);stroke:var(--frame)}.c{fill:var(--back);opacity:0}
                text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;\
                fill:var(--text);white-space:pre}
                .d{fill:var(--dim)}.k{fill:var(--mark);font-weight:600}.s{font-size:12px}
                .m{text-anchor:middle}.e{text-anchor:end}
                %s@media (prefers-reduced-motion:reduce){*{animation:none!important}}
                </style>
                <rect class="p" x=".5" y=".5" width="%d" height="%d" rx="8"/>
                %s</svg>
                """
                .formatted(
                        WIDTH,
                        height,
                        WIDTH,
                        height,
                        "eager to " + String.join(", to ", POLICIES),
                        styles,
                        WIDTH - 1,
                        height - 1,
                        shapes);
    }

    /** Draws a command, which is typed, and its output, which appears; the run's comes before the clock starts. */
    private int drawEntry(Entry entry, boolean isRun, int top) {
        double sent = isRun ? 0.3 + entry.command().length() * SECONDS_PER_CHARACTER : BEFORE + entry.sent();
        double answered = isRun ? sent + 0.2 : BEFORE + entry.answered();
        double typed = sent - entry.command().length() * SECONDS_PER_CHARACTER;
        String visible = appear(typed - 0.1);
        shapes.append("<g").append(visible).append('>');
        text(MARGIN, top, "d", PROMPT.strip(), "");
        double begin = MARGIN + PROMPT.length() * CHARACTER;
        text(begin, top, "k", entry.command(), "");
        double width = entry.command().length() * CHARACTER + 4;
        shapes.append(String.format(
                Locale.ROOT,
                "<rect class=\"c\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"%s/></g>%n",
                begin,
                top - 15,
                width,
                LINE + 1,
                uncover(typed, sent, width, entry.command().length())));
        int y = top + LINE;
        String shown = appear(answered);
        for (String line : entry.output()) {
            text(MARGIN, y, "", line, shown);
            y += LINE;
        }
        return y;
    }

    private void text(double x, int y, String style, String text, String animation) {
        String stripped = text.stripTrailing();
        if (stripped.isEmpty()) {
            return;
        }
        shapes.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\"%s%s xml:space=\"preserve\"%s>%s</text>%n",
                x,
                y,
                style.isEmpty() ? "" : " class=\"" + style + "\"",
                fixed(stripped, CHARACTER),
                animation,
                stripped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
    }

    private void drawChart(int top, double length) {
        long most = samples.getLast().done();
        double width = WIDTH - CHART_LEFT - MARGIN;
        int bottom = top + CHART_HEIGHT;
        label(MARGIN, top - 16, "s d", "tasks finished");
        label(CHART_LEFT - 8, top + 10, "s d e", Long.toString(most));
        label(CHART_LEFT - 8, bottom, "s d e", "0");
        List<Double> borders = new ArrayList<>(List.of(0.0));
        entries.stream().filter(entry -> entry.command().startsWith("use ")).map(Entry::sent).forEach(borders::add);
        borders.add(length);
        for (int policy = 0; policy + 1 < borders.size(); policy++) {
            double from = borders.get(policy);
            double to = borders.get(policy + 1);
            double x = CHART_LEFT + width * from / length;
            double end = CHART_LEFT + width * to / length;
            String colour = COLOURS.get(policy % COLOURS.size());
            String visible = appear(BEFORE + from);
            String name = policy == 0 ? "eager" : POLICIES.get(policy - 1);
            shapes.append(String.format(
                    Locale.ROOT,
                    "<g%s><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" opacity=\".16\"/>"
                            + "<text class=\"m\" x=\"%.1f\" y=\"%d\"%s>%s</text></g>%n",
                    visible,
                    x,
                    top,
                    end - x,
                    CHART_HEIGHT,
                    colour,
                    (x + end) / 2,
                    nameHeight(policy, top, bottom),
                    fixed(name, CHARACTER),
                    name));
            shapes.append(String.format(
                    Locale.ROOT,
                    "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\" "
                            + "points=\"%s\"%s/>%n",
                    colour,
                    samplesBetween(from, to).stream()
                            .map(sample -> String.format(
                                    Locale.ROOT,
                                    "%.1f,%.1f",
                                    CHART_LEFT + width * sample.seconds() / length,
                                    bottom - (CHART_HEIGHT - 4) * (double) sample.done() / most))
                            .collect(Collectors.joining(" ")),
                    reveal(BEFORE + from, BEFORE + to)));
        }
        for (int second = 0; second <= length; second += 2) {
            label(CHART_LEFT + width * second / length, bottom + 18, second == 0 ? "s d" : "s d m", second + " s");
        }
    }

    /** The line rises from left to right: names stand above its first half and below its second. */
    private static int nameHeight(int policy, int top, int bottom) {
        return 2 * policy <= POLICIES.size() ? top + 18 : bottom - 10;
    }

    /** The samples of one policy, with the next one, so that the line has no gap. */
    private List<Sample> samplesBetween(double from, double to) {
        List<Sample> between = new ArrayList<>();
        Sample before = samples.getFirst();
        for (Sample sample : samples) {
            if (sample.seconds() >= from) {
                if (between.isEmpty()) {
                    between.add(before);
                }
                between.add(sample);
                if (sample.seconds() > to) {
                    break;
                }
            }
            before = sample;
        }
        return between;
    }

    private void label(double x, int y, String style, String text) {
        shapes.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%d\"%s>%s</text>%n",
                style,
                x,
                y,
                fixed(text, SMALL_CHARACTER),
                text));
    }

    /** Makes a text as wide in any font as its characters need. */
    private static String fixed(String text, double character) {
        return String.format(
                Locale.ROOT, " textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\"", text.length() * character);
    }

    // Animations: each lasts for the whole recording, so that all begin again together.

    private String appear(double seconds) {
        return animation(String.format(
                Locale.ROOT,
                "0%%,%.2f%%{opacity:0}%.2f%%,100%%{opacity:1}",
                percent(seconds),
                percent(seconds) + 0.01));
    }

    /** Moves a cover to the right, a character at a time. */
    private String uncover(double from, double to, double width, int steps) {
        return animation(
                String.format(
                        Locale.ROOT,
                        "0%%{opacity:1;transform:none}"
                                + "%.2f%%{opacity:1;transform:none;animation-timing-function:steps(%d)}"
                                + "%.2f%%{opacity:1;transform:translateX(%.1fpx)}%.2f%%,100%%{opacity:0}",
                        percent(from), steps, percent(to), width, percent(to) + 0.01));
    }

    private String reveal(double from, double to) {
        return animation(
                String.format(
                        Locale.ROOT,
                        "0%%,%.2f%%{clip-path:inset(-9px 100%% -9px 0)}%.2f%%,100%%{clip-path:inset(-9px -9px -9px 0)}",
                        percent(from), percent(to)));
    }

    private String animation(String frames) {
        String name = "a" + animations++;
        styles.append(String.format("@keyframes %s{%s}%n", name, frames));
        return String.format(Locale.ROOT, " style=\"animation:%s %.1fs linear infinite\"", name, total);
    }

    private double percent(double seconds) {
        return Math.clamp(100 * seconds / total, 0, 99.9);
    }
}
