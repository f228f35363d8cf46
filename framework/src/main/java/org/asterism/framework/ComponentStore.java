package org.asterism.framework;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * File with the descriptions of all components. Declarative Services reads it when it starts, instead of an XML
 * document per component, and writes it when it stops.
 *
 * <p>Felix's implementation recognises a bundle by its number and the time of its last change. Both may be those of
 * another bundle if a jar was added or replaced, so the owner of the file must give it to the same bundles only.
 *
 * @param source file to read; Declarative Services parses the documents if there is none
 * @param target file to write
 */
public record ComponentStore(Path source, Path target) {
    /** Framework property that makes Felix's Declarative Services use a store. */
    static final String PROPERTY = "ds.cache.metadata";

    private static final Path NOWHERE = Redirect.DISCARD.file().toPath();

    /** Name of the data file that Felix's Declarative Services asks for. */
    private static final String DATA_FILE = "componentMetadataStore";

    /**
     * Returns no store.
     *
     * @return a store that is never used
     */
    public static ComponentStore none() {
        return new ComponentStore(NOWHERE, NOWHERE);
    }

    /**
     * Returns a store to read only.
     *
     * @param file what {@link #to(Path)} wrote for the same bundles
     * @return the store
     */
    public static ComponentStore from(Path file) {
        return new ComponentStore(file, NOWHERE);
    }

    /**
     * Returns a store to write only.
     *
     * @param file is complete when the framework has stopped
     * @return the store
     */
    public static ComponentStore to(Path file) {
        return new ComponentStore(NOWHERE, file);
    }

    boolean isUsed() {
        return !equals(none());
    }

    boolean isDataFile(String name) {
        return isUsed() && DATA_FILE.equals(name);
    }

    /**
     * Returns the file for one access of Declarative Services.
     *
     * @param isFirst whether it is the access at their start; later ones are writes, and reads after a write
     * @return the file
     */
    File file(boolean isFirst) {
        return (isFirst ? source : target).toFile();
    }
}
