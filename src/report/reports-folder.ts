/** The folder that a run writes to, relative to the project: `reports/latest`, or what CONFORMANCE_REPORTS names. */
export function reportsFolder(environment: NodeJS.ProcessEnv): string {
  return environment.CONFORMANCE_REPORTS || 'reports/latest';
}
