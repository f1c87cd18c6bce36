import type { TargetFile } from '../contract/closings/target-file.js';
import { errorsOf } from './errors.js';
import { closingOf } from './learn-operation.js';
import type { LearnedTarget } from './target-yaml.js';
import { commonRefusal } from './target-yaml.js';

/**
 * In what a target differs from its file: steps that it needs and the file doesn't have, steps of the file that it has
 * otherwise, and a live description that changed. Steps of which nothing was seen now are no difference.
 *
 * @returns a line for each, empty where the target is as its file says
 */
export function differences(target: LearnedTarget, file: TargetFile | undefined): readonly string[] {
  const now = learnedFile(target);
  const lines: string[] = [];
  const [then, today] = [file?.learned?.digest, target.learned?.digest];
  if (then !== undefined && today !== undefined && then !== today)
    lines.push(`learned: the live description changed (digest ${then}, now ${today})`);
  const refusal = (each: TargetFile | undefined) => each?.refusal ?? 400;
  if (refusal(file) !== refusal(now)) lines.push(`refusal: ${refusal(file)}, now ${refusal(now)}`);
  const [before, after] = [flattened(file), flattened(now)];
  const seen = new Set(
    target.operations.filter(({ isKnown }) => isKnown).map((each) => each.operation.operationId as string),
  );
  const errors = new Set((target.errors ?? []).map(({ status }) => String(status)));
  for (const [place, value] of after) {
    const known = before.get(place);
    if (known === undefined) lines.push(`${place}: as assumed, now ${value}`);
    else if (known !== value) lines.push(`${place}: ${known}, now ${value}`);
  }
  const asked = new Set(
    target.operations.flatMap(({ operation, alignments }) =>
      Object.entries(alignments).flatMap(([part, { questions }]) =>
        questions.map(({ at }) => `${operation.operationId} ${part} ${at}`),
      ),
    ),
  );
  for (const [place, value] of before) {
    const [operation = '', part = '', , ...rest] = place.split(' ');
    if (operation === 'errors') {
      if (!after.has(place) && errors.has(part)) lines.push(`${place}: ${value}, now as assumed`);
      continue;
    }
    if (after.has(place) || !seen.has(operation) || asked.has(`${operation} ${part} ${rest.join(' ')}`))
      continue;
    if (!hasPair(target, operation, part, rest.join(' '))) continue;
    lines.push(`${place}: ${value}, now as assumed`);
  }
  return lines;
}

/** What was learned as a file says it. */
function learnedFile({ operations, errors: learned = [] }: LearnedTarget): TargetFile {
  const errors = errorsOf(learned);
  const refusal = commonRefusal(operations);
  const closings = operations.flatMap((each) => {
    const closing = closingOf(each);
    if (closing === undefined) return [];
    const { refusal: own, ...rest } = closing;
    const kept = own === undefined || own === refusal ? rest : closing;
    return Object.keys(kept).length === 0 ? [] : [[each.operation.operationId, kept] as const];
  });
  return {
    contract: '',
    operations: Object.fromEntries(closings),
    ...(refusal === undefined ? {} : { refusal }),
    ...(errors === undefined ? {} : { errors }),
  };
}

/** Every step by its place: `listOrders response rename items[].status`, `errors 422 rename message`. */
function flattened({ operations = {}, errors = {} }: Partial<TargetFile> = {}): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, closing] of Object.entries({ ...operations, errors }))
    for (const [part, steps] of Object.entries(Object(closing))) {
      if (typeof steps !== 'object' || steps === null) {
        found.set(`${id} ${part}`, String(steps));
        continue;
      }
      for (const [kind, entries] of Object.entries(steps)) {
        if (typeof entries === 'string') found.set(`${id} ${part} ${kind}`, entries);
        else
          for (const [at, value] of Array.isArray(entries)
            ? entries.map((each): [string, unknown] => [String(each), true])
            : Object.entries(Object(entries)))
            found.set(`${id} ${part} ${kind} ${at}`, JSON.stringify(value));
      }
    }
  return found;
}

/** Whether the element was found, so that nothing different about it means that it is as assumed. */
function hasPair({ operations }: LearnedTarget, id: string, part: string, at: string): boolean {
  const learned = operations.find(({ operation }) => operation.operationId === id);
  const [, alignment] = Object.entries(learned?.alignments ?? {}).find(([name]) => name === part) ?? [];
  return at === '' || (alignment?.pairs.some(({ ours }) => ours === at) ?? false);
}
