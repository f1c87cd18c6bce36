import { stepsIn } from '../../contract/mapping/file/file-steps.js';
import type { BodySteps, TargetFile } from '../../contract/mapping/file/target-file.js';
import { counted } from '../../contract/values/words.js';
import {
  type Findings,
  gapOfRefusals,
  keysOf,
  type LearnedTarget,
  type Step,
  subjectOf,
} from './findings.js';
import { fitting } from './fitting.js';

/**
 * What learning proposes for a target's file: the learned facts and, where nothing was learned, the steps that a person
 * wrote. If the two disagree, the learned step is proposed. Steps that contradict others become questions.
 * @param file - the file as a person edited it
 */
export function proposalFor(learned: LearnedTarget, file?: TargetFile): LearnedTarget {
  const kept = file === undefined ? learned.findings : withKept(learned.findings, sectionsOf(file));
  const fit = kept.map((each) => (each.place[0] === 'errors' ? each : fitting(each).findings));
  return { ...learned, findings: withCommonRefusal(fit) };
}

/** Steps at places where nothing was learned are kept, and questions that they answer are not asked again. */
function withKept(learned: readonly Findings[], written: readonly Findings[]): readonly Findings[] {
  const namesOf = (all: readonly Findings[]) => all.map(({ place }) => place.join());
  const unknown = written.filter((_, index) => !namesOf(learned).includes(namesOf(written)[index] ?? ''));
  const sections = [...learned, ...unknown.map((each) => ({ ...each, steps: [] }))];
  return sections.map((section) => {
    const { steps, questions, found } = section;
    const own = written[namesOf(written).indexOf(section.place.join())]?.steps ?? [];
    const [known, asked] = [steps.map(keyOf), questions.map(subjectOf)];
    const isStale = (step: Step) =>
      // The responses that were seen need not show every word of a place.
      step.kind !== 'values' && found.has(subjectOf(step)) && !asked.includes(subjectOf(step));
    const kept = own.filter((step) => !known.includes(keyOf(step)) && !isStale(step));
    const answered = kept.map(subjectOf);
    return {
      ...section,
      steps: [...steps, ...kept],
      questions: questions.filter((question) => !answered.includes(subjectOf(question))),
    };
  });
}

function keyOf(step: Step): string {
  return keysOf(step).join('\n');
}

/** The sections of a file, with the steps that it has. */
function sectionsOf({ operations, deliveries = {}, errors, refusal, equal, confirmed = [] }: TargetFile) {
  const step = (about: Pick<Step, 'kind'> & Partial<Step>): Step => ({
    at: '',
    ...about,
    evidence: byAPerson,
  });
  const bodyOf = (body: BodySteps, part?: Step['part']) =>
    stepsIn(body, []).flatMap(({ kind, path: at, value, place }) =>
      kind === 'values'
        ? Object.entries(Object(value)).map(([word, to]) => step({ part, kind, at, word, to: String(to) }))
        : // Each step has a value of its kind's type: the schema of the file says so.
          step({ part, kind, at, to: typeof place.at(-1) === 'number' ? undefined : (value as Step['to']) }),
    );
  const section = (place: readonly string[], members: object, more: readonly Step[] = []): Findings => ({
    place,
    steps: [
      ...Object.entries(members).flatMap(([key, member]) => {
        if (member === undefined) return [];
        const name = key as Step['kind'] & Step['part'];
        return typeof member === 'object' ? bodyOf(member, name) : [step({ kind: name, to: member })];
      }),
      ...more,
    ],
    questions: [],
    found: new Set(),
  });
  return [
    ...Object.entries(operations ?? {}).map(([id, mapping]) => section(['operations', id], mapping)),
    section(['deliveries'], deliveries),
    section(
      [],
      { refusal, equal },
      confirmed.map((at) => step({ kind: 'confirmed', at })),
    ),
    ...Object.entries(errors ?? {}).map(([status, { type, ...body }]) =>
      section(['errors', status], { type }, bodyOf(body)),
    ),
  ];
}

/** The evidence for steps that were not learned, but were already in the file. */
const byAPerson = 'written by a person';

/** The fewest operations that make a status of refusals the common one. */
const fewest = 3;

/**
 * Writes the status with which most operations refuse invalid input once, at the top of the file; 400 is left out unless
 * another status is there. The status for unknown ids is only written at single operations.
 */
function withCommonRefusal(findings: readonly Findings[]): readonly Findings[] {
  const isRefusal = ({ kind }: Step) => kind === 'refusal';
  const refusals = findings
    .filter(({ place }) => place.length > 0)
    .flatMap(({ steps }) => steps.filter(isRefusal));
  const alike = refusals.map(({ to }) =>
    refusals.filter((each) => each.to === to && to !== 400 && to !== 404),
  );
  const most = alike.reduce((longest, each) => (each.length > longest.length ? each : longest), []);
  const isUsual = refusals.some(({ to }) => to === 400);
  const kept = findings.find(({ place }) => place.length === 0)?.steps.filter(isRefusal) ?? [];
  const [common] = most.length >= fewest ? [commonStep(most)] : isUsual ? [] : kept;
  return findings.map((section) => {
    const isCommon = (step: Step) => isRefusal(step) && step.to === (common?.to ?? 400);
    if (section.place.length > 0)
      return { ...section, steps: section.steps.filter((step) => !isCommon(step)) };
    const others = section.steps.filter((step) => !isRefusal(step));
    return { ...section, steps: common === undefined ? others : [common, ...others] };
  });
}

function commonStep(refusals: readonly Step[]): Step {
  const to = refusals[0]?.to;
  const answered = refusals.filter(({ source }) => source === 'answered').length;
  const more = refusals.length - answered;
  const evidence =
    answered === 0
      ? `${counted(more, 'operation')} are documented to answer invalid input with ${to}`
      : `${counted(answered, 'operation')} answered invalid input with ${to}${more === 0 ? '' : `, and ${more} more ${more === 1 ? 'is' : 'are'} documented to`}`;
  return {
    kind: 'refusal',
    at: '',
    to,
    evidence,
    gap: gapOfRefusals,
    source: answered > 0 ? 'answered' : 'described',
  };
}
