import type { Counterexample } from './counterexample.js';

/**
 * The command that runs one test on one counterexample alone.
 * @param environment of the run: its target, profile and seed
 * @param title of the test
 * @returns given the path of the counterexample, the command as it is typed in a shell
 */
export function replayCommand(
  environment: Readonly<Record<string, string | undefined>>,
  title: string,
): Counterexample['replay'] {
  const { TARGET_NAME: target, CONFORMANCE_PROFILE: profile, CONFORMANCE_SEED: seed = '1' } = environment;
  return (path, commandsPath) =>
    [
      'npm run conformance --',
      ...(target === undefined ? [] : [`--target ${target}`]),
      ...(profile === undefined ? [] : [`--profile ${profile}`]),
      `--seed ${seed}`,
      `--grep ${quote(escaped(title))}`,
      `--path ${path}`,
      ...(commandsPath === undefined ? [] : [`--commands-path ${quote(commandsPath)}`]),
    ].join(' ');
}

/** Playwright reads --grep as a regular expression, held against the title with the tags behind it. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
