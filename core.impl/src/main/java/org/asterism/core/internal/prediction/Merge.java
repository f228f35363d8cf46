package org.asterism.core.internal.prediction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.core.internal.prediction.ModelContent.Case;
import org.asterism.core.internal.prediction.ModelContent.CaseKey;
import org.asterism.core.internal.prediction.ModelContent.Sheet;
import org.asterism.core.internal.prediction.ModelContent.SheetKey;

/**
 * Merges what two processes have learnt at the same time.
 *
 * <p>If only one process has added to a case, its knowledge counts. If both have, the result is their mean, weighted by
 * what each has added, as far as the samples fit into a window. Curves are those of the process that writes; the next
 * fit uses all cases.
 *
 * @param thereBefore the file's content when this process last read or wrote it
 * @param mineBefore the knowledge of this process at that time
 */
record Merge(ModelContent thereBefore, ModelContent mineBefore) {
    /**
     * Puts together.
     *
     * @param there the current content of the file
     * @param mine the current knowledge of this process
     */
    ModelContent of(ModelContent there, ModelContent mine) {
        Map<SheetKey, Sheet> merged = bySheet(there);
        Map<SheetKey, Sheet> thereOnce = bySheet(thereBefore);
        Map<SheetKey, Sheet> mineOnce = bySheet(mineBefore);
        for (Sheet ours : mine.sheets()) {
            Sheet theirs = merged.get(ours.key());
            merged.put(
                    ours.key(),
                    theirs == null ? ours : sheet(theirs, thereOnce.get(ours.key()), ours, mineOnce.get(ours.key())));
        }
        return new ModelContent(mine.symbol(), mine.unit(), List.copyOf(merged.values()));
    }

    private static Map<SheetKey, Sheet> bySheet(ModelContent content) {
        Map<SheetKey, Sheet> sheets = new LinkedHashMap<>();
        content.sheets().forEach(sheet -> sheets.putIfAbsent(sheet.key(), sheet));
        return sheets;
    }

    private static Map<CaseKey, Case> byCase(Sheet sheet) {
        Map<CaseKey, Case> cases = new LinkedHashMap<>();
        if (sheet != null) {
            sheet.cases().forEach(each -> cases.putIfAbsent(each.key(), each));
        }
        return cases;
    }

    private static Sheet sheet(Sheet there, Sheet thereBefore, Sheet mine, Sheet mineBefore) {
        Map<CaseKey, Case> merged = byCase(there);
        Map<CaseKey, Case> thereOnce = byCase(thereBefore);
        Map<CaseKey, Case> mineOnce = byCase(mineBefore);
        for (Case ours : mine.cases()) {
            Case theirs = merged.get(ours.key());
            merged.put(
                    ours.key(),
                    theirs == null ? ours : one(theirs, thereOnce.get(ours.key()), ours, mineOnce.get(ours.key())));
        }
        return new Sheet(
                mine.key(),
                new ArrayList<>(merged.values()),
                mine.power() == null ? there.power() : mine.power(),
                mine.powerAndConstant() == null ? there.powerAndConstant() : mine.powerAndConstant(),
                mine.parameters() == null ? there.parameters() : mine.parameters(),
                mine.samples().isEmpty() ? there.samples() : mine.samples());
    }

    private static Case one(Case theirs, Case theirsBefore, Case ours, Case oursBefore) {
        long addedThere = theirs.samples() - samples(theirsBefore);
        long addedHere = ours.samples() - samples(oursBefore);
        if (addedHere <= 0) {
            return theirs;
        }
        long samples = theirs.samples() + addedHere;
        long rejected = theirs.rejected() + ours.rejected() - (oursBefore == null ? 0 : oursBefore.rejected());
        // A number that has become smaller is that of a process that has begun anew.
        double weightThere = Math.min(addedThere < 0 ? theirs.samples() : addedThere, CaseHistory.WINDOW);
        double share = weightThere / (weightThere + Math.min(addedHere, CaseHistory.WINDOW));
        double mean = share * theirs.mean() + (1 - share) * ours.mean();
        double squares = share * square(theirs) + (1 - share) * square(ours);
        double spread = share == 0 ? ours.spread() : Math.sqrt(Math.max(0, squares - mean * mean));
        return new Case(ours.footprint(), ours.bytes(), samples, rejected, mean, spread);
    }

    private static long samples(Case each) {
        return each == null ? 0 : each.samples();
    }

    private static double square(Case each) {
        return each.spread() * each.spread() + each.mean() * each.mean();
    }
}
