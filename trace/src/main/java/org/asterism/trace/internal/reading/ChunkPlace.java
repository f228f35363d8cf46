package org.asterism.trace.internal.reading;

/**
 * Chunk of records in a file.
 *
 * @param offset where its records begin
 * @param length their bytes
 * @param base the time to which the first record adds
 */
record ChunkPlace(long offset, int length, long base) {}
