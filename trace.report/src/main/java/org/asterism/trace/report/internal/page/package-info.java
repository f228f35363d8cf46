/** The page: sentences, pictures with their tables, and the data that its scripts draw. */
package org.asterism.trace.report.internal.page;
