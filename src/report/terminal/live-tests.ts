import type { FullConfig, TestCase } from '@playwright/test/reporter';
import { requirementAnnotation } from '../../contract/requirements/covers.js';
import type { LiveMode } from './live-run.js';

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

/** The ids of the requirements that a test covers. */
export function coveredBy({ annotations }: Pick<TestCase, 'annotations'>): readonly string[] {
  return annotations
    .filter(({ type }) => type === requirementAnnotation)
    .flatMap(({ description }) => description ?? []);
}
