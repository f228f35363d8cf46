package org.asterism.core.internal.prediction;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelDescription.Unit;
import org.asterism.api.model.ModelFit;
import org.asterism.api.model.ModelFit.Curve;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;

/**
 * The knowledge that a runtime has learnt under one symbol: a {@link LearntSheet} per place and implementation. Any
 * thread may use it. A look-up of a sheet takes no lock, and sheets are never removed.
 */
final class LearntModel {
    private static final Logger LOG = System.getLogger(LearntModel.class.getName());

    private final String symbol;
    private final Unit unit;
    private final int minimum;
    private final Places places;
    private volatile LearntSheet[][] sheets = {};
    private volatile boolean learning;

    /** Set with every measurement, so it is looked at before it is written. */
    private volatile boolean changed;

    private volatile boolean full;
    private volatile String source;

    /**
     * The content of the file and the knowledge here when the file was last read or written; guarded by the lock of the
     * models.
     */
    private Merge merge;

    private boolean startsAnew;

    LearntModel(String symbol, Unit unit, int minimum, Places places, boolean learning) {
        this.symbol = symbol;
        this.unit = unit;
        this.minimum = minimum;
        this.places = places;
        this.learning = learning;
        merge = new Merge(nothing(), nothing());
    }

    private ModelContent nothing() {
        return new ModelContent(symbol, unit, List.of());
    }

    /** Takes what was kept in the model's file; before anybody else knows the model. */
    void takeFile(ModelContent kept, String from) {
        take(kept, from);
        merge = new Merge(kept, content());
    }

    /** Does not take what was kept in the model's file, which is put aside when the model is written. */
    void startAnew(ModelContent kept) {
        startsAnew = true;
        merge = new Merge(kept, nothing());
    }

    /** Takes what was found elsewhere than in the model's file; before anybody else knows the model. */
    void take(ModelContent kept, String from) {
        source = from;
        for (ModelContent.Sheet each : kept.sheets()) {
            SheetKey key = each.key();
            int place = places.of(Architecture.of(key.architecture()), key.device(), key.members());
            if (sheet(place, key.implementation()) == null) {
                ModelContent.Sheet placed = new ModelContent.Sheet(
                        key(place, key.implementation()),
                        each.cases(),
                        each.power(),
                        each.powerAndConstant(),
                        each.parameters(),
                        each.samples());
                put(place, key.implementation(), new LearntSheet(placed, minimum));
            }
        }
    }

    private SheetKey key(int place, int implementation) {
        return new SheetKey(
                places.architecture(place).name(), places.device(place), places.cores(place), implementation);
    }

    String symbol() {
        return symbol;
    }

    Unit unit() {
        return unit;
    }

    boolean isLearning() {
        return learning;
    }

    /** Makes it learn, because it was asked what it does not know. */
    void beginLearning(Object about) {
        learning = true;
        LOG.log(Level.INFO, "model ''{0}'' is not calibrated for {1}: it learns from now on", symbol, about);
    }

    /** Says, once, that a case is not learnt. */
    void reportTooManyCases() {
        if (!full) {
            full = true;
            LOG.log(
                    Level.WARNING,
                    "model ''{0}'' has {1} cases already and learns no further ones: if every task is another case, "
                            + "use a"
                            + " regression, or give it a footprint of its own",
                    symbol,
                    CaseTable.MOST);
        }
    }

    boolean isChanged() {
        return changed;
    }

    /** Returns the knowledge of a place and an implementation, or null. */
    LearntSheet sheet(int place, int implementation) {
        LearntSheet[][] now = sheets;
        if (place >= now.length || now[place] == null || implementation >= now[place].length) {
            return null;
        }
        return now[place][implementation];
    }

    private synchronized LearntSheet makeSheet(int place, int implementation) {
        LearntSheet found = sheet(place, implementation);
        if (found == null) {
            found = new LearntSheet(key(place, implementation), minimum);
            put(place, implementation, found);
        }
        return found;
    }

    private synchronized void put(int place, int implementation, LearntSheet sheet) {
        LearntSheet[][] more = Arrays.copyOf(sheets, Math.max(sheets.length, place + 1));
        LearntSheet[] row = more[place] == null ? new LearntSheet[0] : more[place];
        row = Arrays.copyOf(row, Math.max(row.length, implementation + 1));
        row[implementation] = sheet;
        more[place] = row;
        sheets = more;
    }

    /** The sheet to add a measurement to. */
    LearntSheet sheetToLearn(int place, int implementation) {
        if (!changed) {
            changed = true;
        }
        LearntSheet found = sheet(place, implementation);
        return found == null ? makeSheet(place, implementation) : found;
    }

    private List<LearntSheet> allSheets() {
        return Arrays.stream(sheets)
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .toList();
    }

    private ModelContent content() {
        return new ModelContent(
                symbol, unit, allSheets().stream().map(LearntSheet::content).toList());
    }

    /** Writes what was learnt. */
    void write(ModelFolder folder) {
        changed = false;
        try {
            ModelContent mine = content();
            ModelContent there = folder.write(symbol, found -> mergeWith(found, mine, folder));
            merge = new Merge(there, mine);
            startsAnew = false;
        } catch (RuntimeException | Error failed) {
            changed = true;
            throw failed;
        }
    }

    private ModelContent mergeWith(Optional<ModelContent> found, ModelContent mine, ModelFolder folder) {
        if (found.isEmpty()) {
            return mine;
        }
        ModelContent there = found.get();
        if (!startsAnew) {
            return merge.of(there, mine);
        }
        if (ModelText.write(there).equals(ModelText.write(merge.thereBefore()))) {
            folder.putAside(symbol);
            return mine;
        }
        // Another process has written it since this one began.
        return new Merge(nothing(), nothing()).of(there, mine);
    }

    ModelDescription describe() {
        List<ModelCase> cases = new ArrayList<>();
        List<ModelFit> fits = new ArrayList<>();
        for (LearntSheet sheet : allSheets()) {
            SheetKey key = sheet.key();
            Architecture architecture = Architecture.of(key.architecture());
            ModelContent.Sheet content = sheet.content();
            for (ModelContent.Case each : content.cases()) {
                cases.add(new ModelCase(
                        architecture,
                        key.device(),
                        key.members(),
                        key.implementation(),
                        each.footprint(),
                        each.bytes(),
                        each.samples(),
                        each.rejected(),
                        each.mean(),
                        each.spread(),
                        sheet.isCalibrated(each)));
            }
            add(fits, key, Curve.POWER, content.power());
            add(fits, key, Curve.POWER_AND_CONSTANT, content.powerAndConstant());
            add(fits, key, Curve.PARAMETERS, content.parameters());
        }
        return new ModelDescription(symbol, unit, learning, Optional.ofNullable(source), cases, fits);
    }

    private void add(List<ModelFit> fits, SheetKey key, Curve curve, ModelContent.Curve fitted) {
        if (fitted != null) {
            fits.add(new ModelFit(
                    Architecture.of(key.architecture()),
                    key.device(),
                    key.members(),
                    key.implementation(),
                    curve,
                    Arrays.stream(fitted.coefficients()).boxed().toList(),
                    fitted.smallest(),
                    fitted.largest(),
                    fitted.samples(),
                    fitted.samples() >= minimum));
        }
    }
}
