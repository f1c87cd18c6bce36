/** What `npm run conformance` was asked to do. */
export interface ConformanceArguments {
  readonly environment: Readonly<Record<string, string>>;
  readonly playwrightArguments: readonly string[];
}

const reporter = './src/report/reporter.ts';

/**
 * Splits the arguments into the suite's own and Playwright's.
 * @returns the environment for the run and what Playwright gets, or the sentence that says what is wrong
 */
export function parseConformanceArguments(
  args: readonly string[],
): ConformanceArguments | { readonly problem: string } {
  const environment: Record<string, string> = {};
  const playwrightArguments: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [name = '', inline] = splitOnce(argument);
    if (name === '--strict') environment.CONFORMANCE_STRICT = '1';
    else if (name === '--target' || name === '--seed') {
      const value = inline ?? args[++index];
      if (value === undefined || value.startsWith('-'))
        return { problem: `${name} needs a value: ${examples[name]}.` };
      if (name === '--seed' && !/^\d{1,10}$/.test(value))
        return { problem: `--seed must be a whole number of up to ten digits, but is "${value}".` };
      environment[name === '--target' ? 'TARGET_NAME' : 'CONFORMANCE_SEED'] = value;
    } else if (name === '--reporter') {
      // Another reporter is welcome beside the one that makes the verdict, never in place of it.
      const value = inline ?? args[++index];
      playwrightArguments.push(
        `--reporter=${[value, reporter].filter((each) => each !== undefined).join(',')}`,
      );
    } else playwrightArguments.push(argument);
  }
  return { environment, playwrightArguments };
}

const examples = {
  '--target': '--target staging reads .env.staging',
  '--seed': '--seed 42 repeats the run of seed 42',
};

function splitOnce(argument: string): [string, string?] {
  const at = argument.indexOf('=');
  return argument.startsWith('--') && at > 0 ? [argument.slice(0, at), argument.slice(at + 1)] : [argument];
}
