/** What the tests of all modules share: time limits, and stack dumps of tests that hang. */
package org.asterism.testsupport;
