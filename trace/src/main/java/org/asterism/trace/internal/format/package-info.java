/** The format of recordings: kinds of records, chunks and definitions, and their layout. */
package org.asterism.trace.internal.format;
