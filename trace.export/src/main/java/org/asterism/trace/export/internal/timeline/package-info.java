/** States of workers and links, in the order of time. */
package org.asterism.trace.export.internal.timeline;
