/** The server: its address, its threads, and which requests it accepts. */
package org.asterism.console.web.internal.http;
