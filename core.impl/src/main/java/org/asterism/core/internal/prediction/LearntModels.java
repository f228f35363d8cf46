package org.asterism.core.internal.prediction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.CostModel;
import org.asterism.api.model.MeasuredModel;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.api.model.ModelSettings;
import org.asterism.api.model.Models;
import org.asterism.api.model.ParameterModel;
import org.asterism.api.model.PerformanceModel;

/**
 * The knowledge that the models of a runtime have learnt, by symbol.
 *
 * <p>A model's file is read when the model is first used. Any thread may use this class. The lock is held while files
 * are read and written; a query to a model that is already known takes no lock.
 */
final class LearntModels implements Models {
    private static final Logger LOG = System.getLogger(LearntModels.class.getName());

    private final ModelSettings settings;
    private final Places places;
    private final Bindings bindings = new Bindings();
    private final Map<String, LearntModel> bySymbol = new HashMap<>();
    private ModelFolder files;

    LearntModels(ModelSettings settings, Places places) {
        this.settings = settings;
        this.places = places;
    }

    /** The binding of a model that learns. */
    Binding bind(PerformanceModel model, Unit unit) {
        Binding found = bindings.find(model);
        return found == null ? bindings.add(model, makeBinding(model, unit)) : found;
    }

    /** The binding of a model that somebody has asked for before; null if there is none. */
    Binding find(PerformanceModel model) {
        return bindings.find(model);
    }

    private Binding makeBinding(PerformanceModel model, Unit unit) {
        LearntModel learnt = learnt(model.symbol(), unit);
        if (learnt.unit() != unit) {
            LOG.log(
                    Level.ERROR,
                    "model ''{0}'' is one of {1} and cannot be one of {2}: give one of the two another symbol",
                    model.symbol(),
                    learnt.unit(),
                    unit);
            return new Binding.Refused();
        }
        return switch (model) {
            case MeasuredModel _ -> new Binding.Measured(learnt);
            case ParameterModel _ -> new Binding.Parametric(learnt);
            case CostModel cost -> throw new IllegalArgumentException("the program gives the costs of " + cost);
        };
    }

    private synchronized LearntModel learnt(String symbol, Unit unit) {
        LearntModel known = bySymbol.get(symbol);
        if (known != null) {
            return known;
        }
        Optional<ModelContent> kept = files().read(symbol);
        boolean isCalibrating = settings.calibration() != Calibration.OFF;
        LearntModel made = new LearntModel(
                symbol, kept.map(ModelContent::unit).orElse(unit), settings.minimumSamples(), places, isCalibrating);
        if (settings.calibration() == Calibration.FROM_SCRATCH) {
            kept.ifPresent(made::startAnew);
        } else if (kept.isPresent()) {
            made.takeFile(kept.get(), files().file(symbol).toString());
        } else {
            takeReference(made);
        }
        bySymbol.put(symbol, made);
        return made;
    }

    private ModelFolder files() {
        if (files == null) {
            files = new ModelFolder(ModelPaths.folder(settings).resolve(ModelPaths.machine(settings)));
        }
        return files;
    }

    /** Takes what StarPU knows; its files are named by symbol and machine, but for symbols with a dot. */
    private void takeReference(LearntModel model) {
        String symbol = model.symbol();
        String name = symbol.indexOf('.') >= 0 ? symbol : symbol + "." + ModelPaths.machine(settings);
        if (name.indexOf('/') >= 0) {
            return;
        }
        for (Path folder : settings.references()) {
            Path file = folder.resolve("codelets")
                    .resolve(String.valueOf(ReferenceText.VERSION))
                    .resolve(name);
            if (!Files.isRegularFile(file)) {
                continue;
            }
            try {
                model.take(ReferenceText.read(symbol, model.unit(), Files.readString(file)), file.toString());
                return;
            } catch (CharacterCodingException damaged) {
                LOG.log(Level.WARNING, "{0} is not a text, so no model file of the reference, and is left out", file);
            } catch (DamagedTextException | IOException unreadable) {
                LOG.log(
                        Level.WARNING,
                        "{0} cannot be read as a model file of the reference, and is left out: {1}",
                        file,
                        unreadable.getMessage());
            }
        }
    }

    private synchronized Optional<LearntModel> known(String symbol) {
        LearntModel known = bySymbol.get(symbol);
        if (known == null) {
            LearntModel found = learnt(symbol, Unit.NANOSECONDS);
            if (found.describe().source().isEmpty()) {
                bySymbol.remove(symbol); // nothing is known under that name
                return Optional.empty();
            }
            known = found;
        }
        return Optional.of(known);
    }

    @Override
    public synchronized List<String> symbols() {
        Set<String> symbols = new TreeSet<>(bySymbol.keySet());
        symbols.addAll(files().symbols());
        return List.copyOf(symbols);
    }

    @Override
    public Optional<ModelDescription> describe(String symbol) {
        return known(Objects.requireNonNull(symbol, "symbol")).map(LearntModel::describe);
    }

    @Override
    public void feed(PerformanceModel model, Task task, Worker worker, int implementation, double value) {
        if (model instanceof CostModel) {
            throw new IllegalArgumentException("model '" + model.symbol()
                    + "' learns nothing, as the program gives its costs: feed one made by history or a regression");
        }
        require(model.symbol(), implementation, value);
        Unit unit = task.codelet().energyModel() == model ? Unit.JOULES : Unit.NANOSECONDS;
        Binding binding = bind(model, unit);
        binding.learn(model, task, places.of(worker), implementation, value);
    }

    @Override
    public void feed(
            String symbol,
            Architecture architecture,
            int device,
            int implementation,
            int footprint,
            long bytes,
            double value) {
        require(symbol, implementation, value);
        if (device < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "device " + device + " and size " + bytes + " for model '" + symbol + "': give numbers from 0");
        }
        learnt(PerformanceModel.history(symbol).symbol(), Unit.NANOSECONDS) // which refuses a bad name
                .sheetToLearn(places.of(architecture, device, 1), implementation)
                .learnForCurves(footprint, bytes, value, true);
    }

    private static void require(String symbol, int implementation, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "a measurement of " + value + " for model '" + symbol + "': give nanoseconds or joules, from 0");
        }
        if (implementation < 0 || implementation > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("implementation " + implementation + " for model '" + symbol
                    + "': give a number from 0 to " + Byte.MAX_VALUE);
        }
    }

    @Override
    public synchronized void save() {
        UncheckedIOException failure = null;
        for (LearntModel model : bySymbol.values()) {
            if (!model.isChanged()) {
                continue;
            }
            try {
                model.write(files());
            } catch (UncheckedIOException failed) {
                if (failure == null) {
                    failure = failed;
                } else {
                    failure.addSuppressed(failed);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public synchronized boolean forget(String symbol) {
        boolean wasKnown = bySymbol.remove(symbol) != null;
        bindings.clear();
        return files().delete(symbol) | wasKnown;
    }

    @Override
    public synchronized Path folder() {
        return files().path();
    }
}
