/** Handles of data, and the native memory behind heap arrays. */
package org.asterism.core.internal.data;
