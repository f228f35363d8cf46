/** Stepping without threads: a clock and an event loop in virtual time. */
package org.asterism.core.internal.stepping;
