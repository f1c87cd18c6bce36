import { join, resolve } from 'node:path';

const usual = 'reports/latest';

/** The folder that a run writes to, relative to the project: `reports/latest`, or what CONFORMANCE_REPORTS names. */
export function reportsFolder(environment: NodeJS.ProcessEnv): string {
  return environment.CONFORMANCE_REPORTS || usual;
}

/**
 * The folder in which runs are kept, relative to the project: `reports/history`, beside what the latest run wrote; `history`
 * inside the folder that CONFORMANCE_REPORTS names, as nothing else may lie beside that.
 */
export function historyFolder(environment: NodeJS.ProcessEnv): string {
  const folder = reportsFolder(environment);
  return resolve(folder) === resolve(usual) ? join('reports', 'history') : join(folder, 'history');
}
