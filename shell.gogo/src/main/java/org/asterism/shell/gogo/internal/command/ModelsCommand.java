package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.report.plot.ModelChart;
import org.asterism.report.plot.Pictures;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:models}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "models")
public final class ModelsCommand extends Command {
    private static final String PLOT = "plot";

    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose models are shown
     */
    @Activate
    public ModelsCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** One line of the overview: what a model knows of an architecture; means and spreads over all samples. */
    record Row(
            String model,
            ModelDescription.Unit unit,
            String architecture,
            int implementation,
            long cases,
            long calibrated,
            long samples,
            double least,
            double most,
            double spread) {}

    /**
     * A picture that was drawn.
     *
     * @param model whose
     * @param file where it is now
     */
    record Drawn(String model, Path file) implements Answer {
        @Override
        public String text(int width) {
            return "model '" + model + "' is drawn in " + file;
        }

        @Override
        public Map<String, Object> json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("model", model);
            fields.put("file", file.toString());
            return fields;
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    /**
     * Lists models, shows one, or draws one.
     *
     * @param session whose folder the picture's file is relative to
     * @param png the picture's file, or empty
     * @param what nothing, {@code NAME}, or {@code plot NAME}
     * @return one row per model, architecture and implementation; a {@link ModelText}; or a {@link Drawn}
     * @throws IOException if the picture cannot be written
     */
    @Descriptor(
            "lists what is known of how long tasks take; with a NAME, all of that model; with 'plot NAME', draws it")
    public Answer models(
            CommandSession session,
            @Descriptor("with 'plot NAME': the file that the picture is written to; NAME.png if it is not given")
                    @Parameter(names = "--png", absentValue = "")
                    String png,
            @Descriptor("nothing, NAME, or plot NAME") String[] what)
            throws IOException {
        boolean plot = what.length > 0 && what[0].equals(PLOT) && (what.length > 1 || !png.isEmpty());
        if (what.length > (plot ? 2 : 1) || plot && what.length < 2) {
            throw new UsageException("give nothing, NAME, or plot NAME --png FILE; asterism:models lists the names");
        }
        if (!plot && what.length == 1 && what[0].equals(PLOT) && !known().containsKey(PLOT)) {
            throw new UsageException(
                    "say which model to draw: asterism:models plot NAME; asterism:models lists the names");
        }
        if (!plot && !png.isEmpty()) {
            throw new UsageException("--png is for plot NAME: write asterism:models plot NAME --png FILE");
        }
        if (what.length == 0) {
            return overview();
        }
        ModelDescription model = model(what[what.length - 1]);
        return plot ? draw(model, session, png) : new ModelText(model);
    }

    private static Drawn draw(ModelDescription model, CommandSession session, String png) throws IOException {
        String name = png.isEmpty() ? model.symbol().replaceAll("[^\\p{L}\\p{N}._-]", "_") + ".png" : png;
        Path file = session.currentDir().resolve(name);
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("there is no folder " + folder + " for --png " + png);
        }
        Pictures.writePng(ModelChart.of(model), file);
        return new Drawn(model.symbol(), file);
    }

    /** Runtimes share their models on disk; of what they have learnt meanwhile, the one counts that has learnt most. */
    private Map<String, ModelDescription> known() {
        Map<String, ModelDescription> known = new TreeMap<>();
        for (NamedRuntime runtime : runtimes.all()) {
            for (String symbol : runtime.runtime().models().symbols()) {
                runtime.runtime()
                        .models()
                        .describe(symbol)
                        .ifPresent(model -> known.merge(
                                symbol, model, (one, other) -> samples(one) >= samples(other) ? one : other));
            }
        }
        return known;
    }

    private static long samples(ModelDescription model) {
        return model.cases().stream().mapToLong(ModelCase::samples).sum();
    }

    private ModelDescription model(String symbol) {
        Optional<ModelDescription> most = runtimes.all().stream()
                .map(runtime -> runtime.runtime().models().describe(symbol))
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong(ModelsCommand::samples));
        return most.orElseThrow(() -> {
            Set<String> names = known().keySet();
            return new UsageException("nothing is known of a model '" + symbol + "'; "
                    + (names.isEmpty()
                            ? "there are none: run tasks with calibration on"
                            : NearestNames.instead(symbol, names, "asterism:models")));
        });
    }

    private Listing<Row> overview() {
        List<Row> rows = new ArrayList<>();
        for (ModelDescription model : known().values()) {
            Map<String, List<ModelCase>> places = new TreeMap<>();
            for (ModelCase one : model.cases()) {
                places.computeIfAbsent(
                                one.architecture().name() + " " + one.implementation(), place -> new ArrayList<>())
                        .add(one);
            }
            places.values().forEach(cases -> rows.add(row(model, cases)));
        }
        List<Column<Row>> columns = List.of(
                Column.of("model", Row::model),
                new Column<>("arch", "architecture", Row::architecture),
                new Column<>("impl", "implementation", Row::implementation),
                Column.of("cases", Row::cases),
                Column.of("calibrated", Row::calibrated),
                Column.of("samples", Row::samples),
                new Column<>("mean", "", ModelsCommand::range),
                new Column<>("spread", "", row -> ModelText.relative(row.spread(), 1)),
                new Column<>("", "unit", row -> row.unit().name().toLowerCase(java.util.Locale.ROOT)),
                new Column<>("", "least_mean", Row::least),
                new Column<>("", "most_mean", Row::most),
                new Column<>("", "relative_spread", Row::spread));
        return new Listing<>(
                rows, columns, "There are no models: run tasks whose codelets have one, with calibration on.");
    }

    private static String range(Row row) {
        String least = ModelText.quantity(row.unit(), row.least());
        String most = ModelText.quantity(row.unit(), row.most());
        return least.equals(most) ? least : least + " to " + most;
    }

    private static Row row(ModelDescription model, List<ModelCase> cases) {
        ModelCase first = cases.getFirst();
        double weighted = 0;
        long samples = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        for (ModelCase one : cases) {
            samples += one.samples();
            weighted += one.mean() > 0 ? one.samples() * one.spread() / one.mean() : 0;
            least = Math.min(least, one.mean());
            most = Math.max(most, one.mean());
        }
        return new Row(
                model.symbol(),
                model.unit(),
                first.architecture().name(),
                first.implementation(),
                cases.size(),
                cases.stream().filter(ModelCase::calibrated).count(),
                samples,
                least,
                most,
                samples == 0 ? 0 : weighted / samples);
    }

    @Override
    protected Set<Form> forms() {
        return EnumSet.allOf(Form.class);
    }

    @Override
    protected List<String> usages() {
        return List.of("asterism:models [NAME]", "asterism:models plot NAME [--png FILE]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        List<String> words =
                before.stream().filter(word -> !word.startsWith("-")).toList();
        boolean plots = words.size() == 1 && words.getFirst().equals(PLOT);
        if (!words.isEmpty() && !plots) {
            return List.of();
        }
        List<Suggestion> suggestions = new ArrayList<>();
        if (words.isEmpty()) {
            suggestions.add(new Suggestion(PLOT, "draws a model"));
        }
        known().forEach((symbol, model) -> suggestions.add(new Suggestion(symbol, samples(model) + " samples")));
        return suggestions;
    }
}
