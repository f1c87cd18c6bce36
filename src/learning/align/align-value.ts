import { type Bounds, boundKeywords, type Conversion } from '../../contract/mapping/file/target-file.js';
import { type Candidate, gapOf, type Question, type Step } from '../propose/findings.js';
import { isOpen, type Shape, sourceOf } from '../survey/shape.js';
import { saysEpoch, saysMinorUnits, wordLikeness } from './names.js';
import { epochUnit, isDate, isMoney, isSame, type KnownFacts } from './resemblance.js';

/** The direction of a body: we send a request, and read a response. */
export type Direction = 'request' | 'response';

/** A step or a question, before it is said what shows it. */
type Told = Step | Question;

/** Compares a string, number, boolean or list of them: its kind, its words and, in requests, its bounds. */
export function alignValue(
  ours: Shape,
  theirs: Shape,
  at: string,
  direction: Direction,
  { known, words }: KnownFacts,
): readonly Told[] {
  const kind = conversion(ours, theirs, at, known?.get(at) ?? []);
  const told = [
    ...(kind === undefined ? [] : [kind]),
    ...(isOpen(ours) ? wordSteps(ours, theirs, at, words?.get(at)) : []),
    ...(direction === 'request' && kind === undefined ? boundSteps(ours, theirs, at) : []),
  ];
  return told.map((each) => ({
    ...('asks' in each ? {} : { source: sourceOf(theirs) }),
    ...gapOf(ours),
    ...each,
  }));
}

function to(kind: Conversion, at: string, evidence: string): Step {
  return { kind: 'convert', at, to: kind, evidence };
}

function ask(at: string, asks: string, candidates: readonly Candidate[]): Question {
  return { at, asks, candidates };
}

function conversion(ours: Shape, theirs: Shape, at: string, known: readonly unknown[]): Told | undefined {
  const isOpenType = (ours.keywordOrigin?.('type').provenance ?? 'assumed') === 'assumed';
  if (theirs.types.size === 0) return undefined;
  const isNumber = ({ types }: Shape) =>
    (types.has('number') || types.has('integer')) && !types.has('string');
  const isText = ({ types }: Shape) => types.has('string') && !types.has('number') && !types.has('integer');
  if (isOpenType && isNumber(ours) && isText(theirs))
    return to(
      hasTwoDecimals(theirs) ? 'decimal' : 'text',
      at,
      `a string in place of a number${seenIn(theirs)}`,
    );
  if (isOpenType && isText(ours) && isNumber(theirs)) return numberFor(ours, theirs, at, known);
  return moneyIn(ours, theirs, at, known) ?? (isOpenType ? majorUnits(ours, theirs, at) : undefined);
}

/** A number in place of a string: a time, or the number that the string is. */
function numberFor(ours: Shape, theirs: Shape, at: string, known: readonly unknown[]): Told {
  const shown = known
    .flatMap((value) => theirs.samples.map((seen) => epochUnit(value, seen)))
    .find((each) => each !== undefined);
  if (shown !== undefined) return to(shown, at, 'it shows the time that we sent');
  const unit = saysEpoch(theirs.text);
  if (unit !== undefined) return to(unit, at, `"${theirs.text.slice(0, 80)}"`);
  if (!isDate(ours)) return to('number', at, `a number in place of a string${seenIn(theirs)}`);
  const seen = theirs.samples.filter((each) => typeof each === 'number');
  const isLong = seen.every((each) => Math.abs(each) > 1e11);
  if (seen.length > 0)
    return to(isLong ? 'epoch-milliseconds' : 'epoch-seconds', at, `a number for a time${seenIn(theirs)}`);
  const candidates = ['epoch-seconds', 'epoch-milliseconds'].map((answer) => ({
    answer,
    evidence: 'a number in place of a time',
  }));
  return ask(at, `does ${at} count seconds or milliseconds since 1970?`, candidates);
}

/** Whether a string always has two decimals, according to the seen values or its pattern. */
function hasTwoDecimals({ samples, bounds }: Shape): boolean {
  const seen = samples.filter((each) => typeof each === 'string');
  if (seen.length > 0) return seen.every((each) => /^-?\d+\.\d\d$/.test(each));
  return /\\\.(\[0-9\]|\\d)(\{2\}|\1)\)?\$$/.test(String(bounds.pattern ?? ''));
}

/** Whether an amount counts whole units where ours counts hundredths. */
function majorUnits(ours: Shape, theirs: Shape, at: string): Told | undefined {
  const isMinor = !ours.types.has('number') && ours.types.has('integer') && saysMinorUnits(ours.text);
  if (!isMinor || !theirs.types.has('number') || saysMinorUnits(theirs.text)) return undefined;
  const seen = theirs.samples.find((each) => typeof each === 'number' && !Number.isInteger(each));
  if (seen !== undefined) return to('major-units', at, `it shows ${seen}`);
  return ask(at, `does ${at} count whole units of the currency?`, [
    { answer: 'major-units', evidence: 'a number in place of an integer' },
    { answer: 'minor units', evidence: 'hundredths, as the contract has them' },
  ]);
}

/** Whether an amount of money counts hundredths where ours counts units. */
function moneyIn(ours: Shape, theirs: Shape, at: string, known: readonly unknown[]): Told | undefined {
  const isWhole = theirs.types.has('integer') && !theirs.types.has('number');
  if (!ours.types.has('number') || !isMoney(at)) return undefined;
  const amounts = known.filter((each) => typeof each === 'number');
  if (amounts.some((amount) => theirs.samples.includes(amount))) return undefined;
  const told = amounts.find((amount) => theirs.samples.some((seen) => isSame(amount, seen, at)));
  if (told !== undefined) return to('minor-units', at, `${told} is shown as ${Math.round(told * 100)}`);
  if (!isWhole) return undefined;
  if (saysMinorUnits(theirs.text)) return to('minor-units', at, `"${theirs.text.slice(0, 80)}"`);
  return ask(at, `does ${at}, an integer, count minor units (cents)?`, [
    { answer: 'minor-units', evidence: 'an integer in place of a number' },
    { answer: 'whole units', evidence: 'the amount as it is, without decimals' },
  ]);
}

/** The target's words for ours, and questions about those that remain. */
function wordSteps(
  ours: Shape,
  theirs: Shape,
  at: string,
  shown: ReadonlyMap<string, string> = new Map(),
): readonly Told[] {
  const seen = theirs.samples.filter((each) => typeof each === 'string');
  const isClosed = theirs.values !== undefined;
  // Without an enumeration, the target may have further words; if ours is open as well, most of them have no
  // counterpart.
  const words = isClosed ? [...theirs.words] : [...new Set(seen)];
  const isLoose = !isClosed && ours.values === undefined;
  if (ours.types.has('boolean') && !theirs.types.has('boolean')) return truthQuestion(theirs, at);
  if (ours.words.size === 0 || words.length === 0) return [];
  const left = new Set([...ours.words].filter((word) => !words.includes(word)));
  const free = new Set(words.filter((word) => !ours.words.has(word)));
  const steps: Step[] = [];
  const take = (word: string, each: string, evidence: string) => {
    left.delete(word);
    free.delete(each);
    steps.push({ kind: 'values', at, word, to: each, evidence });
  };
  for (const [word, each] of shown)
    if (left.has(word) && free.has(each)) take(word, each, `our word ${word} was shown as "${each}"`);
  const fits = () =>
    [...left]
      .flatMap((word) => [...free].map((each) => ({ word, each, ...wordLikeness(word, each) })))
      .sort((a, b) => b.score - a.score);
  for (;;) {
    const open = fits();
    const sure = open.find(({ word, each, score }) => {
      const rival = open.find((other) => (other.word === word) !== (other.each === each));
      return score >= (isLoose ? 0.85 : 0.5) && score - (rival?.score ?? 0) >= 0.1;
    });
    if (sure === undefined) break;
    take(sure.word, sure.each, sure.because);
  }
  // A word that only we have is harmless in a response, where it never occurs.
  if (free.size === 0 || isLoose) return steps;
  const questions = [...(isClosed ? left : free)].map((asked) => {
    const candidates = fits()
      .filter(({ word, each }) => (isClosed ? word : each) === asked)
      .slice(0, 6)
      .map(({ word, each, score, because }) => ({
        answer: isClosed ? each : word,
        evidence: score >= 0.1 ? because : 'a remaining word',
      }));
    const asks = isClosed
      ? `which word is our "${asked}" at ${at}?`
      : `which of our words is "${asked}" at ${at}?`;
    return ask(at, asks, candidates);
  });
  return [...steps, ...questions];
}

/** Two words for true and false. */
function truthQuestion({ values }: Shape, at: string): readonly Question[] {
  const words = [...(values ?? [])].filter((each) => typeof each === 'string');
  const candidates = words.map((yes) => ({ answer: yes, evidence: 'one of its two words' }));
  return words.length === 2 ? [ask(at, `which word says that ${at} is true?`, candidates)] : [];
}

/** The target's bounds that differ from ours, as far as ours can be closed. */
function boundSteps(ours: Shape, theirs: Shape, at: string): readonly Step[] {
  const isSaidAlready = ours.words.size > 0 || ours.format !== undefined;
  const changed = boundKeywords.filter((keyword) => {
    const [own, other] = [ours.bounds[keyword], theirs.bounds[keyword]];
    const isAllowed = (ours.keywordOrigin?.(keyword).provenance ?? 'assumed') === 'assumed';
    const isNew = other !== undefined && other !== own && !(keyword === 'pattern' && isSaidAlready);
    return isNew && isAllowed && isFor(keyword, ours);
  });
  if (changed.length === 0) return [];
  const own = changed.map((keyword) =>
    ours.bounds[keyword] === undefined ? `no ${keyword}` : `${keyword} ${ours.bounds[keyword]}`,
  );
  // The keywords belong to the list.
  const bounds = Object.fromEntries(changed.map((keyword) => [keyword, theirs.bounds[keyword]])) as Bounds;
  const [gap] = changed.flatMap((keyword) => ours.keywordOrigin?.(keyword).gap ?? []);
  const evidence = `the contract has ${own.join(', ')}`;
  return [{ kind: 'bound', at, to: bounds, evidence, ...(gap && { gap }) }];
}

/** Whether a keyword applies to every value that ours can have. */
function isFor(keyword: (typeof boundKeywords)[number], { types }: Shape): boolean {
  const bounded: readonly string[] = /Items$/.test(keyword)
    ? ['array']
    : /Length$|^pattern$/.test(keyword)
      ? ['string']
      : ['number', 'integer'];
  return types.size > 0 && [...types].every((type) => bounded.includes(type));
}

function seenIn({ samples }: Shape): string {
  const [first] = samples.filter((each) => each !== null);
  return first === undefined ? '' : `: ${JSON.stringify(first).slice(0, 60)}`;
}
