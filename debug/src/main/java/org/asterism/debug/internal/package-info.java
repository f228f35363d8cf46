/** Breakpoints, the observers that stop threads there, and the stopped threads. */
package org.asterism.debug.internal;
