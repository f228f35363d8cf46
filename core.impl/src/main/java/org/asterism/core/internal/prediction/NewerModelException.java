package org.asterism.core.internal.prediction;

/** Thrown for the text of a model from a newer Asterism. It must neither be changed nor be treated as damaged. */
final class NewerModelException extends Exception {
    private static final long serialVersionUID = 1;

    NewerModelException(long version, int known) {
        super("its format has version " + version + ", and this Asterism knows versions up to " + known);
    }
}
