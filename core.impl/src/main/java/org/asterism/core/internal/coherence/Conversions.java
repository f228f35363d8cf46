package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Codelet;
import org.asterism.core.internal.data.Forms;

/**
 * Finds what has to be converted for a claim on data of several forms, and sees to it that nobody else converts the same. A
 * claim takes all its conversions when it is admitted; one that needs what another converts already waits outside, with nothing in its
 * hands, and is looked at anew when that has ended, well or not. So nobody waits in a circle, and when a conversion fails the next
 * one tries.
 *
 * <p>Used in the {@link Traffic}'s seat only.
 */
final class Conversions {
    private final Consumer<Claim> again;

    /**
     * Makes it.
     *
     * @param again takes a claim that waited for another's conversion
     */
    Conversions(Consumer<Claim> again) {
        this.again = again;
    }

    /** Finds what has to be converted for a claim; false if it has to wait for another's conversion, and will come back. */
    boolean plan(Claim claim) {
        if (!claim.hasForms()) {
            return true;
        }
        claim.forgetConversions();
        for (Claim.Item item : List.copyOf(claim.items())) {
            Replicates wanted = item.handle.replicates();
            if (wanted.forms() != null && item.reads && wanted.bytes() > 0 && wanted.validCopies() == 0) {
                Replicates converted = plan(claim, item, wanted);
                if (converted != null) {
                    claim.forgetConversions();
                    converted.waiters().add(claim);
                    return false;
                }
            }
        }
        return true;
    }

    /** Plans one conversion, or two on the way over the standard form; what somebody else converts already, or null. */
    private static Replicates plan(Claim claim, Claim.Item item, Replicates wanted) {
        if (wanted.converter != null) {
            return wanted;
        }
        Forms forms = wanted.forms();
        Replicates standard = forms.standard().replicates();
        if (wanted != standard && standard.validCopies() > 0) {
            Codelet codelet = forms.fromStandard(wanted.form());
            if (claim.canRun(codelet)) {
                claim.convert(claim.addItem(forms.standard()), item, codelet);
            } else {
                claim.fail(cannotConvert(claim, wanted, Forms.STANDARD, codelet));
            }
            return null;
        }
        int source = upToDate(forms);
        if (source < 0) {
            wanted.lost = wanted.lost == null ? lost(forms) : wanted.lost;
            return null; // there is nothing to convert: whoever fetches it says so
        }
        Codelet back = forms.toStandard(source);
        Codelet forth = wanted == standard ? back : forms.fromStandard(wanted.form());
        if (!claim.canRun(back) || !claim.canRun(forth)) {
            claim.fail(cannotConvert(claim, wanted, source, claim.canRun(back) ? forth : back));
            return null;
        }
        Claim.Item from = claim.addItem(forms.all().get(source));
        if (wanted == standard) {
            claim.convert(from, item, back);
            return null;
        }
        if (standard.converter != null) {
            return standard;
        }
        Claim.Item between = claim.addItem(forms.standard());
        claim.convert(from, between, back);
        claim.convert(between, item, forth);
        return null;
    }

    /** A form other than the standard one that is up to date; -1 if there is none. */
    private static int upToDate(Forms forms) {
        for (int form = 1; form < forms.all().size(); form++) {
            if (forms.all().get(form).replicates().validCopies() > 0) {
                return form;
            }
        }
        return -1;
    }

    private static Throwable lost(Forms forms) {
        for (var form : forms.all()) {
            if (form.replicates().lost != null) {
                return form.replicates().lost;
            }
        }
        return null;
    }

    private static IllegalStateException cannotConvert(Claim claim, Replicates wanted, int source, Codelet codelet) {
        Forms forms = wanted.forms();
        return new IllegalStateException(claim + " needs " + forms.whole() + " in its " + forms.text(wanted.form())
                + ", but only its " + forms.text(source) + " is up to date, and codelet '" + codelet.name()
                + "' has no implementation for " + claim.architecture()
                + " to convert it there: give it one, or have tasks on these data run where they were written");
    }

    /** Takes what a claim converts, when it is admitted: nobody else will. */
    void begin(Claim claim) {
        for (Conversion conversion : claim.conversions()) {
            conversion.to.replicate.all.converter = claim;
        }
    }

    /** Makes a form up to date that was converted. The one it was made of stays so, unless the claim is to write. */
    void ended(Residence residence, Claim claim, Conversion conversion) {
        conversion.done = true;
        conversion.to.replicate.setValid(true);
        conversion.to.replicate.node.touch(conversion.to.replicate);
        if (claim.conversions().stream().allMatch(each -> each.done)) {
            for (Claim.Item item : claim.items()) {
                if (item.writes && item.conversion != null) {
                    residence.invalidateOthers(item.replicate, claim);
                }
            }
            claim.dropSources();
        }
        letGo(claim, conversion);
    }

    /** Lets go of what a claim has not converted: it has failed, or its task has. */
    void abandon(Claim claim) {
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
