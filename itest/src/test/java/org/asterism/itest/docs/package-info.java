/** Checks that what the documentation names exists. */
package org.asterism.itest.docs;
