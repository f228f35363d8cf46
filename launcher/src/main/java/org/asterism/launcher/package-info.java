/**
 * The program behind {@code bin/asterism}: starts an OSGi framework with the distribution's bundles and hands over to
 * the shell or to a subcommand. Bundles neither see nor need these classes.
 */
package org.asterism.launcher;
