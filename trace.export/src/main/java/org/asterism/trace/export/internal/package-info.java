/** Contract of the exporters, one of which writes each format. */
package org.asterism.trace.export.internal;
