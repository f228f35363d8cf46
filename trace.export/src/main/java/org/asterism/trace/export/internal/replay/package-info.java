/** The ways of tasks through trees of scheduling components, as a page. */
package org.asterism.trace.export.internal.replay;
