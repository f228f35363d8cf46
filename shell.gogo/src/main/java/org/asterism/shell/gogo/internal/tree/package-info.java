/** Shows trees of scheduling components: as text, and as a picture. */
package org.asterism.shell.gogo.internal.tree;
