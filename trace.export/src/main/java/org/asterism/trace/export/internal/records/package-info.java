/** Files of records in the format of GNU recutils. */
package org.asterism.trace.export.internal.records;
