import type { FullConfig, TestCase } from '@playwright/test/reporter';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import type { AwaitedTest, LiveMode } from './live-run.js';

/** Reporters that write files and leave the terminal to the verdict. */
const silent = ['html', 'junit', 'json', 'blob'];

/** How a run shows that it goes on: a block that is drawn in place needs a terminal of its own. */
export function liveModeOf(
  environment: NodeJS.ProcessEnv,
  { isTTY }: { readonly isTTY?: boolean },
  { reporter }: Pick<FullConfig, 'reporter'>,
): LiveMode {
  const isOwn = (name: string) => /report[\\/]run[\\/]reporter\.[jt]s$/.test(name);
  const isAlone = reporter.every(([name]) => silent.includes(name) || isOwn(name));
  const draws = isTTY === true && !environment.CI && environment.TERM !== 'dumb';
  return draws && isAlone ? 'block' : 'lines';
}

/**
 * The tests that a run is going to run, each with its part of the work.
 * @param seconds how long tests take, by file and title; a test that isn't there counts as much as most of the others
 */
export function awaitedTests(
  tests: readonly TestCase[],
  seconds: ReadonlyMap<string, number>,
): readonly AwaitedTest[] {
  const sorted = [...seconds.values()].toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return tests.map((test) => {
    const [, , file = '', ...titles] = test.titlePath();
    return { id: test.id, weight: seconds.get(`${file} › ${titles.join(' › ')}`) ?? usual };
  });
}

/** The ids of the requirements that a test covers. */
export function coveredBy({ annotations }: Pick<TestCase, 'annotations'>): readonly string[] {
  return annotations
    .filter(({ type }) => type === requirementAnnotation)
    .flatMap(({ description }) => description ?? []);
}
