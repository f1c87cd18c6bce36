import { type Bounds, boundKeywords, type Conversion } from '../../contract/mapping/file/target-file.js';
import { lastName } from '../../contract/values/path.js';
import { type Alignment, type Candidate, gapOf, type Question, type Step } from '../propose/findings.js';
import { isOpen, type Shape, sourceOf } from '../survey/shape.js';
import { likeness, saysEpoch, saysMinorUnits, wordLikeness } from './names.js';
import { epochUnit, isDate, isMoney, isSame, type KnownFacts } from './resemblance.js';

/** The places of a value in our body and in theirs. */
export interface BothPlaces {
  readonly at: string;
  readonly there: string;
  /** Names of the fields that contain it. */
  readonly context: readonly string[];
}

/** The direction of a body: we send a request, and read a response. */
export type Direction = 'request' | 'response';

/** How a single value differs. */
type ValueAlignment = Pick<Alignment, 'steps' | 'questions'>;

/** Keyword and bound of a step. */
type Bound = readonly [keyword: (typeof boundKeywords)[number], bound: number | string];

const nothing: ValueAlignment = { steps: [], questions: [] };

/** Compares a string, number, boolean or list of them: its kind, its words and, in requests, its bounds. */
export function alignValue(
  ours: Shape,
  theirs: Shape,
  { at }: BothPlaces,
  direction: Direction,
  { known, words: shown }: KnownFacts,
): ValueAlignment {
  const kind = conversion(ours, theirs, at, known?.get(at) ?? []);
  const words = isOpen(ours) ? wordSteps(ours, theirs, at, direction, shown?.get(at)) : nothing;
  const isConverted = kind.steps.length > 0 || kind.questions.length > 0;
  const bounds = direction === 'request' && !isConverted ? boundSteps(ours, theirs, at) : [];
  return {
    steps: [...kind.steps, ...words.steps, ...bounds].map((each) => ({
      source: sourceOf(theirs),
      ...gapOf(ours),
      ...each,
    })),
    questions: [...kind.questions, ...words.questions],
  };
}

function to(kind: Conversion, at: string, evidence: string): ValueAlignment {
  return { steps: [{ kind: 'convert', at, to: kind, evidence }], questions: [] };
}

function conversion(ours: Shape, theirs: Shape, at: string, known: readonly unknown[]): ValueAlignment {
  const type = ours.keywordOrigin?.('type').provenance ?? 'assumed';
  const [number, text] = [isNumber(ours), ours.types.has('string')];
  const [theirNumber, theirText] = [isNumber(theirs), theirs.types.has('string')];
  if (theirs.types.size === 0) return nothing;
  if (type !== 'assumed') return moneyIn(ours, theirs, at, known) ?? nothing;
  if (number && !text && theirText && !theirNumber) {
    const evidence = `a string in place of a number${seenIn(theirs)}`;
    return to(hasTwoDecimals(theirs) ? 'decimal' : 'text', at, evidence);
  }
  if (text && !number && theirNumber && !theirText) {
    const shown = known
      .flatMap((value) => theirs.samples.map((seen) => epochUnit(value, seen)))
      .find((each) => each !== undefined);
    if (shown !== undefined) return to(shown, at, 'it shows the time that we sent');
    const unit = saysEpoch(theirs.text);
    if (unit !== undefined) return to(unit, at, `"${theirs.text.slice(0, 80)}"`);
    if (!isDate(ours)) return to('number', at, `a number in place of a string${seenIn(theirs)}`);
    const seen = theirs.samples.filter((each) => typeof each === 'number');
    if (seen.length > 0) {
      const isMilliseconds = seen.every((each) => Math.abs(each) > 1e11);
      const unit = isMilliseconds ? 'epoch-milliseconds' : 'epoch-seconds';
      return to(unit, at, `a number for a time${seenIn(theirs)}`);
    }
    const candidates = ['epoch-seconds', 'epoch-milliseconds'].map((answer) => ({
      answer,
      evidence: 'a number in place of a time',
    }));
    return ask(at, ours, `does ${at} count seconds or milliseconds since 1970?`, candidates);
  }
  return moneyIn(ours, theirs, at, known) ?? majorUnits(ours, theirs, at) ?? nothing;
}

/** Whether a string always has two decimals, according to the seen values or its pattern. */
function hasTwoDecimals({ samples, bounds }: Shape): boolean {
  const seen = samples.filter((each) => typeof each === 'string');
  if (seen.length > 0) return seen.every((each) => /^-?\d+\.\d\d$/.test(each));
  return /\\\.(\[0-9\]|\\d)(\{2\}|\1)\)?\$$/.test(String(bounds.pattern ?? ''));
}

/** Whether an amount counts whole units where ours counts hundredths. */
function majorUnits(ours: Shape, theirs: Shape, at: string): ValueAlignment | undefined {
  const isMinor = !ours.types.has('number') && ours.types.has('integer') && saysMinorUnits(ours.text);
  if (!isMinor || !theirs.types.has('number') || saysMinorUnits(theirs.text)) return undefined;
  const seen = theirs.samples.find((each) => typeof each === 'number' && !Number.isInteger(each));
  if (seen !== undefined) return to('major-units', at, `it shows ${seen}`);
  return ask(at, ours, `does ${at} count whole units of the currency?`, [
    { answer: 'major-units', evidence: 'a number in place of an integer' },
    { answer: 'minor units', evidence: 'hundredths, as the contract has them' },
  ]);
}

/** Whether an amount of money counts hundredths where ours counts units. */
function moneyIn(
  ours: Shape,
  theirs: Shape,
  at: string,
  known: readonly unknown[],
): ValueAlignment | undefined {
  const isWhole = theirs.types.has('integer') && !theirs.types.has('number');
  if (!ours.types.has('number') || !isMoney(at)) return undefined;
  const amounts = known.filter((each) => typeof each === 'number');
  if (amounts.some((amount) => theirs.samples.includes(amount))) return undefined;
  const told = amounts.find((amount) => theirs.samples.some((seen) => isSame(amount, seen, at)));
  if (told !== undefined) return to('minor-units', at, `${told} is shown as ${Math.round(told * 100)}`);
  if (!isWhole) return undefined;
  if (saysMinorUnits(theirs.text)) return to('minor-units', at, `"${theirs.text.slice(0, 80)}"`);
  return ask(at, ours, `does ${at}, an integer, count minor units (cents)?`, [
    { answer: 'minor-units', evidence: 'an integer in place of a number' },
    { answer: 'whole units', evidence: 'the amount as it is, without decimals' },
  ]);
}

function wordSteps(
  ours: Shape,
  theirs: Shape,
  at: string,
  direction: Direction,
  shown: ReadonlyMap<string, string> = new Map(),
): ValueAlignment {
  const seen = theirs.samples.filter((each) => typeof each === 'string');
  const closed = theirs.values === undefined ? undefined : [...theirs.words];
  // Without an enumeration, the target may have further words; if ours is open as well, most of them have no
  // counterpart.
  const words = closed ?? [...new Set(seen)];
  const isLoose = closed === undefined && ours.values === undefined;
  if (ours.types.has('boolean')) return truthSteps(ours, theirs, at);
  if (ours.words.size === 0 || words.length === 0) return nothing;
  const left = new Set([...ours.words].filter((word) => !words.includes(word)));
  const free = new Set(words.filter((word) => !ours.words.has(word)));
  const [order, theirOrder] = [[...ours.words], words];
  const steps: Step[] = [];
  const fits = () =>
    [...left]
      .flatMap((word) =>
        [...free].map((each) => {
          const { score, because } = wordLikeness(word, each);
          const isSamePlace =
            order.length === theirOrder.length && order.indexOf(word) === theirOrder.indexOf(each);
          return { word, each, because, score: score + (isSamePlace ? 0.05 : 0) };
        }),
      )
      .sort((a, b) => b.score - a.score);
  const take = (word: string, each: string, because: string) => {
    left.delete(word);
    free.delete(each);
    steps.push({ kind: 'values', at, word, to: each, evidence: because });
  };
  for (const [word, each] of shown)
    if (left.has(word) && free.has(each)) take(word, each, `our word ${word} was shown as "${each}"`);
  const surest = () =>
    fits().find((each, _, open) => {
      const rival = open.find(
        (other) => other !== each && (other.word === each.word || other.each === each.each),
      );
      return each.score >= (isLoose ? 0.85 : 0.5) && each.score - (rival?.score ?? 0) >= 0.1;
    });
  for (let sure = surest(); sure !== undefined; sure = surest()) take(sure.word, sure.each, sure.because);
  const [word, each] = [[...left][0], [...free][0]];
  const isWhole = closed !== undefined && left.size === 1 && free.size === 1;
  if (isWhole && word !== undefined && each !== undefined)
    take(word, each, `"${each}" is the only word left on both sides`);
  if (free.size === 0 || isLoose) return { steps, questions: [] };
  const open = fits();
  const questions = (closed === undefined ? [...free] : [...left]).map((asked): Question => {
    const isTheirs = closed === undefined;
    const candidates = open
      .filter((fit) => (isTheirs ? fit.each : fit.word) === asked)
      .slice(0, 6)
      .map((fit) => ({
        answer: isTheirs ? fit.word : fit.each,
        evidence: fit.score >= 0.1 ? fit.because : 'a remaining word',
      }));
    const asks = isTheirs
      ? `which of our words is "${asked}" at ${at}?`
      : `which word is our "${asked}" at ${at}?`;
    return question(at, ours, asks, candidates);
  });
  // A word that only we have is harmless in a response, where it never occurs.
  return { steps, questions: direction === 'request' || free.size > 0 ? questions : [] };
}

/** Two words for true and false. */
function truthSteps(ours: Shape, { values, types }: Shape, at: string): ValueAlignment {
  const [one, other] = [...(values ?? [])].filter((each) => typeof each === 'string');
  if (types.has('boolean') || one === undefined || other === undefined) return nothing;
  const name = lastName(at);
  const alike = (word: string) => likeness(name, word).score;
  const steps = (yes: string, no: string, evidence: string): readonly Step[] => [
    { kind: 'values', at, word: 'true', to: yes, evidence },
    { kind: 'values', at, word: 'false', to: no, evidence },
  ];
  if (Math.abs(alike(one) - alike(other)) >= 0.3) {
    const [yes, no] = alike(one) > alike(other) ? [one, other] : [other, one];
    const evidence = `"${yes}" is ${name}, and "${no}" the other word`;
    return { steps: steps(yes, no, evidence), questions: [] };
  }
  const candidates = [one, other].map((yes) => ({ answer: yes, evidence: 'one of its two words' }));
  return ask(at, ours, `which word says that ${at} is true?`, candidates);
}

/** The target's bounds that differ from ours, as far as ours can be closed. */
function boundSteps(ours: Shape, theirs: Shape, at: string): readonly Step[] {
  const changed = boundKeywords.flatMap((keyword): readonly Bound[] => {
    const [own, other] = [ours.bounds[keyword], theirs.bounds[keyword]];
    if (other === undefined || other === own) return [];
    const isAllowed = (ours.keywordOrigin?.(keyword).provenance ?? 'assumed') === 'assumed';
    const isSaidAlready = keyword === 'pattern' && (ours.words.size > 0 || ours.format !== undefined);
    return isAllowed && !isSaidAlready && isFor(keyword, ours) ? [[keyword, other]] : [];
  });
  if (changed.length === 0) return [];
  const own = changed.map(([keyword]) =>
    ours.bounds[keyword] === undefined ? `no ${keyword}` : `${keyword} ${ours.bounds[keyword]}`,
  );
  // The keywords belong to the list.
  const bounds = Object.fromEntries(changed) as Bounds;
  const [gap] = changed.flatMap(([keyword]) => ours.keywordOrigin?.(keyword).gap ?? []);
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

function isNumber({ types }: Shape): boolean {
  return types.has('number') || types.has('integer');
}

function seenIn({ samples }: Shape): string {
  const [first] = samples.filter((each) => each !== null);
  return first === undefined ? '' : `: ${JSON.stringify(first).slice(0, 60)}`;
}

function ask(at: string, ours: Shape, asks: string, candidates: readonly Candidate[]): ValueAlignment {
  return { steps: [], questions: [question(at, ours, asks, candidates)] };
}

function question(at: string, ours: Shape, asks: string, candidates: readonly Candidate[]): Question {
  return { at, asks, candidates, ...gapOf(ours) };
}
