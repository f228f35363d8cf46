/** Stress tests of programs' waits. */
package org.asterism.core.internal.runtime.waiting;
