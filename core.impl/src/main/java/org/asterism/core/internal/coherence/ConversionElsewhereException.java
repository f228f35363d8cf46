package org.asterism.core.internal.coherence;

import org.asterism.core.internal.data.Forms;

/** Thrown when a worker needs data in a form that only other workers can make. */
public final class ConversionElsewhereException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient Forms forms;
    private final int form;

    ConversionElsewhereException(Claim claim, Forms forms, int form) {
        super(claim + " needs " + forms.whole() + " in its " + forms.text(form)
                + ", which is not up to date, and its worker cannot convert to it");
        this.forms = forms;
        this.form = form;
    }

    public Forms forms() {
        return forms;
    }

    /** Returns the number of the form that is needed. */
    public int form() {
        return form;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this; // mostly nobody sees it: the form is made, and the task given to a worker again
    }
}
