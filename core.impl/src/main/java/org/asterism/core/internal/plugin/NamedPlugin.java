package org.asterism.core.internal.plugin;

/** A plug-in of which several may have one name: the one with the highest ranking is used, and of those the first to come. */
interface NamedPlugin {
    String name();

    int ranking();
}
