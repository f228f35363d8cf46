package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.asterism.core.internal.data.Forms;

/**
 * Finds the conversions that a claim on data of several forms needs, and ensures that no other claim makes the same
 * ones.
 *
 * <p>A claim takes all its conversions when it is admitted. If another claim already makes one of them, this claim
 * waits with nothing pinned. It is planned again when that conversion has ended or failed. So claims never wait for
 * each other in a circle, and after a failed conversion the next claim tries again.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Conversions {
    private final Consumer<Claim> again;

    /** @param again takes a claim that waited for another's conversion */
    Conversions(Consumer<Claim> again) {
        this.again = again;
    }

    /**
     * Finds what has to be converted for a claim; false if it has to wait for another's conversion, and will come back.
     */
    boolean plan(Claim claim) {
        FormPlan plan = claim.forms();
        if (plan == null) {
            return true;
        }
        plan.clear();
        for (Claim.Item item : claim.items()) { // those of now: what they are converted from is added
            Replicates wanted = Replicates.of(item.handle);
            if (wanted.forms() != null && item.reads && wanted.bytes() > 0 && wanted.validCopies() == 0) {
                Replicates converted = plan(claim, plan, item, wanted);
                if (converted != null) {
                    plan.clear();
                    converted.waiters().add(claim);
                    return false;
                }
            }
        }
        return true;
    }

    /** Plans one conversion, or two on the way over the standard form; what somebody else converts already, or null. */
    private static Replicates plan(Claim claim, FormPlan plan, Claim.Item item, Replicates wanted) {
        if (wanted.converter != null) {
            return wanted;
        }
        Forms forms = wanted.forms();
        Replicates standard = Replicates.of(forms.standard());
        boolean isStandard = wanted == standard;
        if (!isStandard && !plan.canRun(forms.fromStandard(wanted.form()))) {
            if (Replicates.upToDate(forms) != null) {
                claim.fail(elsewhere(claim, wanted));
            }
            return null;
        }
        if (!isStandard && standard.validCopies() > 0) {
            plan.convert(plan.addSource(forms.standard()), item, forms.fromStandard(wanted.form()));
            return null;
        }
        if (!isStandard && standard.converter != null) {
            return standard;
        }
        int source = convertible(forms, plan);
        if (source < 0) {
            if (Replicates.upToDate(forms) != null) {
                claim.fail(elsewhere(claim, wanted));
            } else if (wanted.lost == null) {
                wanted.lost = lost(forms); // there is nothing to convert; the thread that fetches the form reports it
            }
            return null;
        }
        Claim.Item from = plan.addSource(forms.all().get(source));
        if (isStandard) {
            plan.convert(from, item, forms.toStandard(source));
        } else {
            Claim.Item between = plan.addSource(forms.standard());
            plan.convert(from, between, forms.toStandard(source));
            plan.convert(between, item, forms.fromStandard(wanted.form()));
        }
        return null;
    }

    /** Returns an up-to-date form other than the standard one that the claiming thread can convert, or -1. */
    private static int convertible(Forms forms, FormPlan plan) {
        for (int form = 1; form < forms.all().size(); form++) {
            if (Replicates.of(forms.all().get(form)).validCopies() > 0 && plan.canRun(forms.toStandard(form))) {
                return form;
            }
        }
        return -1;
    }

    /** Whether a form that a claim reads, and does not convert, is up to date nowhere any more, but another one is. */
    static boolean isFormGone(Claim claim) {
        if (claim.forms() == null) {
            return false;
        }
        for (Claim.Item item : claim.items()) {
            Replicates wanted = Replicates.of(item.handle);
            if (wanted.forms() != null
                    && item.reads
                    && !claim.converts(item)
                    && wanted.validCopies() == 0
                    && Replicates.upToDate(wanted.forms()) != null) {
                return true;
            }
        }
        return false;
    }

    private static Throwable lost(Forms forms) {
        return forms.all().stream()
                .map(form -> Replicates.of(form).lost)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static RuntimeException elsewhere(Claim claim, Replicates wanted) {
        ConversionElsewhereException needed = new ConversionElsewhereException(claim, wanted.forms(), wanted.form());
        // A submitted conversion is not given back, because its submitter would wait for itself.
        return claim.onlyConverts() ? new IllegalStateException(needed.getMessage(), needed) : needed;
    }

    /** Takes what a claim converts, when it is admitted: nobody else will. */
    void begin(Claim claim) {
        if (claim.forms() == null) {
            return;
        }
        for (Conversion conversion : claim.conversions()) {
            conversion.to.replicate.all.converter = claim;
        }
    }

    /** Makes a form up to date that was converted. The one it was made of stays so, unless the claim is to write. */
    void ended(Writes writes, Claim claim, Conversion conversion) {
        conversion.done = true;
        conversion.to.replicate.setValid(true);
        conversion.to.replicate.all.lost = null;
        conversion.to.replicate.node.touch(conversion.to.replicate);
        if (claim.forms().areAllDone()) {
            for (Claim.Item item : claim.items()) {
                if (item.writes && claim.converts(item)) {
                    writes.invalidateOthers(item.replicate, claim);
                }
            }
            claim.forms().dropSources(claim.isPinned());
        }
        letGo(claim, conversion);
    }

    /** Lets go of what a claim has not converted: it has failed, or its task has. */
    void abandon(Claim claim) {
        if (claim.forms() == null) {
            return;
        }
        for (Conversion conversion : claim.conversions()) {
            letGo(claim, conversion);
        }
    }

    private void letGo(Claim claim, Conversion conversion) {
        Replicates converted = conversion.to.replicate == null ? null : conversion.to.replicate.all;
        if (converted != null && converted.converter == claim) {
            converted.converter = null;
            List<Claim> waiting = new ArrayList<>(converted.waiters());
            converted.waiters().clear();
            waiting.forEach(again);
        }
    }
}
