/** Checks that what the documentation names exists, and that commands print what it shows. */
package org.asterism.itest.docs;
