/** Binds the runtimes of a framework to its meter registries. */
package org.asterism.metrics.micrometer.internal;
