/** Commands that show trees of scheduling components, as text and as pictures. */
package org.asterism.shell.gogo.internal.tree;
