/** Traces for Perfetto, as protobuf messages of the type TrackEvent. */
package org.asterism.trace.export.internal.perfetto;
