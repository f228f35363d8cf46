package org.asterism.core.internal.prediction;

/** The text of a model was written by a newer Asterism, so that it must be neither changed nor taken for damaged. */
final class NewerModelException extends Exception {
    private static final long serialVersionUID = 1;

    NewerModelException(long version, int known) {
        super("its format has version " + version + ", and this Asterism knows versions up to " + known);
    }
}
