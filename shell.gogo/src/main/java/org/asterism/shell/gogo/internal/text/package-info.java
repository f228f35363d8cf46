/** How answers look: tables and trees that fit a terminal for people, JSON for machines. */
package org.asterism.shell.gogo.internal.text;
