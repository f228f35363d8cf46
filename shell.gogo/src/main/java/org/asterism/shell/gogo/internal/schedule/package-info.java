/** What a run's schedule was like, and what would have been possible. */
package org.asterism.shell.gogo.internal.schedule;
