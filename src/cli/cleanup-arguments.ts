/** Reads the arguments of `npm run cleanup`. @returns the target's name, or a sentence that says what is wrong */
export function parseCleanupArguments(
  args: readonly string[],
): { readonly target?: string } | { readonly problem: string } {
  const [first, second, ...rest] = args;
  if (first === undefined) return {};
  const inline = /^--target=(.*)$/.exec(first)?.[1];
  const more = inline === undefined ? rest : args.slice(1);
  if ((first !== '--target' && inline === undefined) || more.length > 0)
    return { problem: 'npm run cleanup takes only --target NAME.' };
  const target = inline ?? second ?? '';
  if (target === '' || target.startsWith('-'))
    return { problem: '--target needs a value: --target staging reads .env.staging.' };
  return { target };
}
