package org.asterism.itest.container;

/** A way for all plug-ins of a third party, and the tree that uses their component, into a framework. */
interface PluginDelivery {
    /** Brings all in a version, or replaces those of another version. */
    void deliver(String version) throws Exception;

    void remove() throws Exception;
}
