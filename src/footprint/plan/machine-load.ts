/** Milliseconds of the work that shows the load: long enough for a scheduler to give others their turns. */
const sample = 300;

/** The most that a sample can tell: beyond that, one turn of another process more or less decides. */
const most = 20;

/**
 * The part of a test's time awake, and of the start of a run, in which it works: the rest, it waits for responses or
 * for a disk. Measured with eight busy processes on two cores: work took 4.3 times as long, and both of them twice.
 */
const workingPart = 0.3;

/** The clocks that a measurement reads. */
interface Clocks {
  /** Milliseconds that have passed. */
  readonly now: () => number;
  /** Microseconds for which this process has worked since an earlier reading. */
  readonly usage: typeof process.cpuUsage;
}

/**
 * How many times as long work takes now as it would if nothing else kept this machine busy. It works for a moment, and
 * compares the time that passed with the time that it got: that shows other processes, and the limits of a container.
 */
export function machineLoad(
  { now, usage }: Clocks = { now: () => performance.now(), usage: process.cpuUsage },
): number {
  const [began, before] = [now(), usage()];
  let passed = 0;
  while (passed < sample) passed = now() - began;
  const { user, system } = usage(before);
  return Math.min(Math.max((passed * 1000) / (user + system), 1), most);
}

/** How many times as long a test is awake with a load, and how many times as long a run takes to start. */
export function slowedBy(load: number): number {
  return 1 + workingPart * (load - 1);
}
