/** The arguments of `npm run contract`. */
export interface ContractArguments {
  /** Undefined for the contract without a target's closings. */
  readonly target?: string;
}

/** Reads the arguments of `npm run contract`. @returns them, or a sentence that says what is wrong */
export function parseContractArguments(
  args: readonly string[],
): ContractArguments | { readonly problem: string } {
  const [first, ...others] = args;
  if (first === undefined) return {};
  const [name = '', inline] = first.split('=');
  const value = inline ?? others.shift();
  const surplus = name === '--target' ? others[0] : first;
  if (surplus !== undefined) return { problem: `npm run contract takes --target, but not ${surplus}.` };
  if (value === undefined || value === '' || value.startsWith('-'))
    return { problem: '--target needs a value.' };
  if (!/^[\w.-]+$/.test(value))
    return {
      problem: `--target takes the name of a target (letters, digits, dot, dash), but is "${value}".`,
    };
  return { target: value };
}
