/** The arguments of `npm run learn`. */
export interface LearnArguments {
  readonly target: string;
  /** Whether it only compares. */
  readonly check: boolean;
  /** The folder of the target's file, if not `targets`. */
  readonly folder?: string;
}

/** Reads the arguments of `npm run learn`. @returns them, or a sentence that says what is wrong */
export function parseLearnArguments(args: readonly string[]): LearnArguments | { readonly problem: string } {
  let found: Partial<LearnArguments> = {};
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', inline] = (args[index] ?? '').split('=');
    if (name === '--check' && inline === undefined) {
      found = { ...found, check: true };
      continue;
    }
    if (name !== '--target' && name !== '--folder')
      return { problem: `npm run learn takes --target NAME, --folder and --check, but not ${args[index]}.` };
    const value = inline ?? args[++index];
    if (value === undefined || value === '' || value.startsWith('-'))
      return { problem: `${name} needs a value.` };
    found = { ...found, [name === '--target' ? 'target' : 'folder']: value };
  }
  const { target, ...rest } = found;
  if (target === undefined)
    return {
      problem:
        'npm run learn needs --target NAME: --target staging reads .env.staging, and writes targets/staging.yaml.',
    };
  return { check: false, ...rest, target };
}
