/**
 * Asterism in plain Java programs, without OSGi. {@link org.asterism.embedded.Asterism} makes runtimes with the
 * plug-ins that are on the class path or module path.
 */
package org.asterism.embedded;
