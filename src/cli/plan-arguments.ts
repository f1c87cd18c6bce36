import { isProfileName, type ProfileName, profileNames } from '../target/profile.js';

/** The arguments of `npm run plan`. */
export interface PlanArguments {
  /** Undefined for the target of the environment or of the file `.env`. */
  readonly target?: string;
  readonly profile: ProfileName;
  /** The number of shards that the run is divided into. */
  readonly shards: number;
}

/** Reads the arguments of `npm run plan`. @returns them, or a sentence that says what is wrong */
export function parsePlanArguments(args: readonly string[]): PlanArguments | { readonly problem: string } {
  let plan: PlanArguments = { profile: 'standard', shards: 1 };
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', inline] = (args[index] ?? '').split('=');
    if (!['--target', '--profile', '--shards'].includes(name))
      return { problem: `npm run plan takes --target, --profile and --shards, but not ${args[index]}.` };
    const value = inline ?? args[++index];
    if (value === undefined || value === '' || value.startsWith('-'))
      return { problem: `${name} needs a value.` };
    if (name === '--target') plan = { ...plan, target: value };
    else if (name === '--shards') {
      if (!/^[1-9]\d?$/.test(value))
        return { problem: `--shards must be a whole number from 1 to 99, but is "${value}".` };
      plan = { ...plan, shards: Number(value) };
    } else if (isProfileName(value)) plan = { ...plan, profile: value };
    else return { problem: `--profile must be one of ${profileNames.join(', ')}, but is "${value}".` };
  }
  return plan;
}
