/** Measures what tasks and data cost on members, which are workers in other Java virtual machines. */
package org.asterism.bench.remotebench.internal;
