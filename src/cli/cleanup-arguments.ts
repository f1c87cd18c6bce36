/** What `npm run cleanup` was asked to do: for which target, or the sentence that says what is wrong. */
export function parseCleanupArguments(
  args: readonly string[],
): { readonly target?: string } | { readonly problem: string } {
  const [first, second, ...rest] = args;
  if (first === undefined) return {};
  const inline = /^--target=(.*)$/.exec(first)?.[1];
  const more = inline === undefined ? rest : args.slice(1);
  if ((first !== '--target' && inline === undefined) || more.length > 0)
    return { problem: 'npm run cleanup takes --target NAME, and nothing else.' };
  const target = inline ?? second ?? '';
  if (target === '' || target.startsWith('-'))
    return { problem: '--target needs a value: --target staging reads .env.staging.' };
  return { target };
}
