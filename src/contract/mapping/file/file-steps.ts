import { inAnyEntry, type Place } from '../../values/place.js';
import type { BodySteps, OperationMapping, TargetFile } from './target-file.js';

/** A position in a target's file. */
export type FilePlace = readonly (string | number)[];

/**
 * Refuses the file because of a mistake at a place in it. The problem is a sentence without the capital and the full
 * stop.
 */
export type Refuse = (place: FilePlace, problem: string) => never;

/** The kinds of steps for a body or for parameters. */
export type Kind = keyof BodySteps;

/** One step for one path. */
export interface Step {
  readonly kind: Kind;
  /** In our words. */
  readonly path: string;
  readonly value: unknown;
  readonly place: FilePlace;
}

/**
 * The single steps for one body or for parameters.
 * @param at - their position in the file
 */
export function stepsIn(steps: BodySteps, at: FilePlace): readonly Step[] {
  const kinds = Object.keys(steps) as Kind[];
  return kinds.flatMap((kind) => {
    const entries: unknown = steps[kind] ?? {};
    return Array.isArray(entries)
      ? entries.map((path, index) => ({ kind, path: String(path), value: true, place: [...at, kind, index] }))
      : Object.entries(Object(entries)).map(([path, value]) => ({
          kind,
          path,
          value,
          place: [...at, kind, path],
        }));
  });
}

/** The parts of an operation to which steps can apply. */
export const mappedParts = ['path', 'query', 'request', 'response'] as const;

export type MappedPart = (typeof mappedParts)[number];

/** The steps of a file for one part of an operation. */
export function stepsOf(file: TargetFile, operationId: string, part: MappedPart): readonly Step[] {
  return stepsIn(mappingOf(file, operationId)?.[part] ?? {}, ['operations', operationId, part]);
}

/** The part of a file about one operation; undefined if there is none. */
function mappingOf(file: TargetFile, operationId: string): OperationMapping | undefined {
  const mappings: Readonly<Record<string, OperationMapping | undefined>> = file.operations ?? {};
  return Object.hasOwn(mappings, operationId) ? mappings[operationId] : undefined;
}

/**
 * The number of steps in a file: each path, word of an enumeration, bound, status and header that it closes differently
 * counts as one.
 */
export function countSteps({ operations, deliveries, errors, refusal, equal }: TargetFile): number {
  const leaves = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, each) => sum + leaves(each), 0)
      : Number(value !== undefined);
  return leaves({ operations, deliveries, errors, refusal, equal });
}

/**
 * The number of questions that a file leaves open. A place may have several: each is on one line, followed by its
 * candidates on lines that begin with a dash.
 */
export function countQuestions(open: TargetFile['open']): number {
  const asked = (text: string) => text.split('\n').filter((line) => /^(?!- ).*\?/.test(line));
  const found = Object.values(open ?? {}).map((text) => asked(text));
  return found.reduce((sum, { length }) => sum + Math.max(1, length), 0);
}

/**
 * The steps of a file for a place in a response or in a delivery.
 * @param statuses the acceptable ones, if the place is the status: the file closes a status only if it is one of them
 * @param status of the response: each status of an error has its own steps
 * @returns each step as a reader finds it in the file: `operations.listProducts.response.rename, items[].status: state`
 */
export function stepsAbout(
  file: TargetFile,
  operationId: string,
  place: Place | undefined,
  statuses: readonly number[] = [],
  status = 200,
): readonly string[] {
  if (place?.part === 'status') return statusSteps(file, operationId, statuses);
  if (place === undefined || (place.part !== 'body' && place.part !== 'delivery body')) return [];
  const ours = inAnyEntry(place.ours ?? place.path);
  if (place.part === 'delivery body')
    return stepsIn(file.deliveries?.body ?? {}, ['deliveries', 'body'])
      .filter(({ path }) => path === ours)
      .map(stepInWords);
  const { type: _, ...wording } = file.errors?.[status] ?? {};
  if (status >= 400)
    return stepsIn(wording, ['errors', status])
      .filter(({ path }) => path === '' || path === ours || ours === '')
      .map(stepInWords);
  return stepsAt(file, operationId, 'response', ours);
}

/**
 * The steps of a file for one place of an operation, each as a reader finds it in the file.
 * @param ours - a parameter, or the path of a field, with or without the indexes of list entries
 */
export function stepsAt(
  file: TargetFile,
  operationId: string,
  part: MappedPart,
  ours: string,
): readonly string[] {
  return stepsOf(file, operationId, part)
    .filter(({ path }) => path === inAnyEntry(ours))
    .map(stepInWords);
}

/** How the target writes the value at a place of a success: `convert: minor-units`. */
export function writtenBy(file: TargetFile, operationId: string, ours: string): readonly string[] {
  return stepsOf(file, operationId, 'response')
    .filter(({ kind, path }) => (kind === 'convert' || kind === 'values') && path === inAnyEntry(ours))
    .map(({ kind, value }) => entryInWords({ path: kind, value }));
}

function statusSteps(file: TargetFile, id: string, statuses: readonly number[]): readonly string[] {
  const { success, refusal } = mappingOf(file, id) ?? {};
  const refuses =
    refusal === undefined
      ? (['refusal', file.refusal] as const)
      : ([`operations.${id}.refusal`, refusal] as const);
  return ([[`operations.${id}.success`, success], refuses] as const).flatMap(([place, status]) =>
    status !== undefined && statuses.includes(status) ? [`${place}: ${status}`] : [],
  );
}

/** A step as a reader finds it in the file: `operations.listProducts.response.rename, items[].status: state`. */
export function stepInWords({ kind, path, value, place }: Step): string {
  const keys = place.slice(0, place.lastIndexOf(kind) + 1).join('.');
  return `${keys}, ${entryInWords({ path, value })}`;
}

/** A step as a line of the file: `items[].status: state`. It contains no invisible characters. */
function entryInWords({ path, value }: Pick<Step, 'path' | 'value'>): string {
  return value === true ? inWords(path) : `${inWords(path)}: ${inWords(value)}`;
}

function inWords(value: unknown): string {
  if (typeof value === 'string' && /^[\w.[\]{}-]+$/.test(value)) return value;
  return (JSON.stringify(value) ?? '').replaceAll(
    /\p{C}|[\u2028\u2029]/gu,
    (character) => String.raw`\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The gaps whose assumptions count as confirmed: the configured ones, and the ones that a file lists. A step in the
 * file confirms only its own part of a gap, never all of it ({@link isClosed}).
 * @param configured - as in TARGET_CONFIRMED_GAPS
 */
export function confirmedGaps(
  configured: 'all' | readonly string[],
  file: TargetFile | undefined,
): 'all' | readonly string[] {
  if (configured === 'all' || file?.confirmed === undefined) return configured;
  return [...new Set([...configured, ...file.confirmed])].sort();
}

/** The keywords of a schema that each kind of step settles for a field: its presence, its type, its bounds. */
const settles: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  ...Object.fromEntries(
    (['rename', 'move', 'flat', 'inside', 'require'] satisfies Kind[]).map((kind) => [kind, ['required']]),
  ),
  convert: ['type', 'format', 'pattern'],
};

/**
 * Whether a file closes the rule that a keyword of the contract sets for a place in a response. That rule is then no
 * longer an assumption, while the rest of its gap stays open.
 * @param path - in our words: `items[3].status`
 * @param keyword - of JSON Schema, such as `required` or `maxItems`
 */
export function isClosed(file: TargetFile, operationId: string, path: string, keyword: string): boolean {
  return stepsOf(file, operationId, 'response').some(
    (step) =>
      step.path === inAnyEntry(path) &&
      (step.kind === 'bound'
        ? keyword in Object(step.value)
        : settles[step.kind]?.includes(keyword) === true),
  );
}
