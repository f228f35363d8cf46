/** Gives the messages of Asterism's bundles to the OSGi Log Service. */
package org.asterism.trace.events.internal.log;
