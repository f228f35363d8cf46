/** Reading of recordings: an index of the chunks of a file, and the merge of the events of its threads. */
package org.asterism.trace.internal.reading;
