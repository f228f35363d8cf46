/** Tests with flight recordings of this virtual machine. */
package org.asterism.trace.jfr.internal;
