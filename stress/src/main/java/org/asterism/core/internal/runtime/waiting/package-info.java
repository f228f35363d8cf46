/** Stress tests of how programs wait. */
package org.asterism.core.internal.runtime.waiting;
