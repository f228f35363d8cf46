package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.model.ModelDescription;
import org.asterism.report.plot.ModelChart;
import org.asterism.report.plot.Pictures;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Said;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:models}, which lists, shows and plots performance models. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "models")
public final class ModelsCommand extends Command {
    private static final String PLOT = "plot";

    private final KnownModels models;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose models are shown
     */
    @Activate
    public ModelsCommand(@Reference Runtimes runtimes) {
        models = new KnownModels(runtimes);
    }

    /**
     * Lists models, shows one, or draws one.
     *
     * @param session session whose folder is the base of relative file names
     * @param png file of the picture, or empty
     * @param what nothing, {@code NAME}, or {@code plot NAME}
     * @return one row per model, architecture and implementation; a {@link ModelText}; or a report of the picture
     * @throws IOException if the picture cannot be written
     */
    @Descriptor("lists the performance models of tasks; with a NAME, shows that model; with 'plot NAME', draws it")
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
        if (!plot && what.length == 1 && what[0].equals(PLOT) && !models.all().containsKey(PLOT)) {
            throw new UsageException(
                    "say which model to draw: asterism:models plot NAME; asterism:models lists the names");
        }
        if (!plot && !png.isEmpty()) {
            throw new UsageException("--png is for plot NAME: write asterism:models plot NAME --png FILE");
        }
        if (what.length == 0) {
            return ModelListing.of(models.all().values());
        }
        ModelDescription model = models.find(what[what.length - 1]);
        return plot ? draw(model, session, png) : new ModelText(model);
    }

    private static Said draw(ModelDescription model, CommandSession session, String png) throws IOException {
        String name = png.isEmpty() ? model.symbol().replaceAll("[^\\p{L}\\p{N}._-]", "_") + ".png" : png;
        Path file = session.currentDir().resolve(name);
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("there is no folder " + folder + " for --png " + png);
        }
        Pictures.writePng(ModelChart.of(model), file);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", model.symbol());
        fields.put("file", file.toString());
        return new Said("model '" + model.symbol() + "' is drawn in " + file, fields);
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
        models.all()
                .forEach((symbol, model) ->
                        suggestions.add(new Suggestion(symbol, KnownModels.samples(model) + " samples")));
        return suggestions;
    }
}
