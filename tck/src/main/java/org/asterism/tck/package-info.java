/**
 * Contracts of plug-ins as JUnit tests. The tests of a scheduling policy, a driver, a balancer, a layout, a topology
 * provider or an application extend the class of that name and name the object under test. JUnit then runs the whole
 * contract on it:
 *
 * <pre>{@code
 * final class MyPolicyTest extends SchedulingPolicyContract {
 *
 *     @Override
 *     protected SchedulingPolicyFactory factory() {
 *         return new MyPolicyFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>The contracts' doubles of the core's types ({@link org.asterism.tck.FakeTask},
 * {@link org.asterism.tck.FakeWorker}, {@link org.asterism.tck.FakePolicyContext},
 * {@link org.asterism.tck.VirtualClock} and so on) serve a plug-in's other tests too. None of this needs the core or
 * OSGi at run time.
 */
package org.asterism.tck;
