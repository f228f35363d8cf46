/** Stress tests of the worker protocol. */
package org.asterism.core.internal.protocol;
