import { counted, listed } from '../../contract/values/words.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import type { LearnedStep } from './learned-steps.js';

/** A kind of difference in the words of a reader; the others are about places. */
const kindWords: Readonly<Partial<Record<LearnedStep['kind'], string>>> = {
  rename: 'name',
  values: 'word',
  convert: 'kind of value',
  constant: 'added field',
  require: 'required field',
  optional: 'optional field',
  filled: 'field without null',
  bound: 'bound',
  absent: 'missing part',
  success: 'status',
  refusal: 'status',
  type: 'media type',
  signature: 'header',
  equal: 'rule for equal submissions',
};

/** The kinds of differences among steps, with their numbers, the most frequent first: `3 names`, `1 bound`. */
export function kindsOf(steps: readonly LearnedStep[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind } of steps) {
    const word = kindWords[kind] ?? 'place';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word, count]) => counted(count, word));
}

/** The number of places that a line names. */
const mostPlaces = 4;

/** The number of lines about what is switched off. */
const mostLines = 6;

/**
 * What deserves a second look, in lines, first things first: checks that a step switches off, steps with weak evidence,
 * and steps that nothing but the live description shows. Empty if there is nothing.
 */
export function secondLook(steps: readonly LearnedStep[]): readonly string[] {
  const learned = steps.filter(({ source }) => source !== undefined);
  const off = learned.flatMap((step) => switchedOff(step) ?? []);
  const rest = off.length - mostLines;
  const shown =
    rest > 1 ? [...off.slice(0, mostLines), `${rest} more steps under absent leave checks out.`] : off;
  const of = (about: string, which: (step: LearnedStep) => boolean) => {
    const found = learned.filter((step) => step.kind !== 'absent' && which(step));
    return found.length === 0 ? [] : [`${counted(found.length, 'step')} ${about}: ${placesOf(found)}.`];
  };
  const lines = [
    ...shown,
    ...of('found by elimination alone', isWeak),
    ...of('answered only elsewhere', (step) => step.source === 'elsewhere' && !isWeak(step)),
    ...of('only described', (step) => step.source === 'described' && !isWeak(step) && !isLimit(step)),
    ...of(
      'about bounds and required fields, only described',
      (step) => step.source === 'described' && isLimit(step),
    ),
  ];
  return lines.length === 0 ? [] : ['Look at these first:', ...lines.map((line) => `  ${line}`)];
}

function isLimit({ kind }: LearnedStep): boolean {
  return kind === 'bound' || kind === 'require' || kind === 'filled' || kind === 'optional';
}

/** Whether nothing but the lack of other candidates shows a step. */
function isWeak({ evidence }: LearnedStep): boolean {
  return (
    (evidence.includes('the only ') && evidence.includes(' left on both sides')) ||
    evidence.endsWith('; the same type')
  );
}

/** The checks that a step switches off, in a sentence; undefined if it switches none off. */
function switchedOff({
  kind,
  place: [section, name = ''],
  place,
  at,
  evidence,
}: LearnedStep): string | undefined {
  if (kind === 'convert' && evidence.includes('it takes the place of page'))
    return `${name} has no numbered pages: what counts pages is not checked there.`;
  if (kind !== 'absent') return undefined;
  const because = visibleText(evidence).slice(0, 100);
  if (section === 'errors')
    return `errors ${name}: ${because}. What the message of a ${name} says is not checked, and a refusal is known by its status alone.`;
  const where = place.slice(section === 'operations' ? 1 : 0, section === 'operations' ? 3 : 1).join(' ');
  return at === ''
    ? `${where}: ${because}. What its body shows is not checked.`
    : `${where} ${visibleText(at)}: ${because}. What depends on this field is not checked.`;
}

/** `cancelOrderItems (4), shipOrderItems (7) and 3 more places`. */
function placesOf(steps: readonly LearnedStep[]): string {
  const counts = new Map<string, number>();
  for (const { place } of steps) {
    const [section = '', name] = place;
    const where =
      section === 'operations' ? String(name) : section === 'errors' ? `errors ${name}` : String(section);
    counts.set(where, (counts.get(where) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = sorted.map(([where, count]) => `${where} (${count})`);
  return listed(named, mostPlaces, 2) + (named.length > mostPlaces + 1 ? ' places' : '');
}
