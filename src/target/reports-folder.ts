import { join, resolve } from 'node:path';

const usual = 'reports/latest';

/** The folder that a run writes to, relative to the project: CONFORMANCE_REPORTS, or `reports/latest` by default. */
export function reportsFolder(environment: NodeJS.ProcessEnv): string {
  return environment.CONFORMANCE_REPORTS || usual;
}

/**
 * The folder that keeps past runs, relative to the project: `reports/history`, next to the latest run. If
 * CONFORMANCE_REPORTS names a folder, it is `history` inside that folder, because the suite must not write outside it.
 */
export function historyFolder(environment: NodeJS.ProcessEnv): string {
  const folder = reportsFolder(environment);
  return resolve(folder) === resolve(usual) ? join('reports', 'history') : join(folder, 'history');
}
