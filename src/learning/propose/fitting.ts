import { baseContract } from '../../contract/documents/base-document.js';
import type { FilePlace } from '../../contract/mapping/file/file-steps.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import { deliveriesOf, operationTranslation } from '../../contract/mapping/target-contract.js';
import { type OperationTranslation, sameWords } from '../../contract/mapping/translation.js';
import { operation } from '../../contract/operations.js';
import { type Findings, inFile, keysOf, type Question, type Step } from './findings.js';

/** A step that the contract refuses, by its place in the file. */
class Misfit extends Error {
  readonly place: FilePlace;

  constructor(place: FilePlace, problem: string) {
    super(problem);
    this.place = place;
  }
}

function refuse(place: FilePlace, problem: string): never {
  throw new Misfit(place, problem);
}

/** Learning repeats the same steps again and again. */
const known = new Map<string, OperationTranslation>();

/** The effect of a section of the file on the wire. @throws Misfit */
function translated({ place: [section, id = ''] }: Findings, file: Omit<TargetFile, 'contract'>) {
  const { operationId } = section === 'operations' ? operation(id) : {};
  const mapping = operationId && file.operations?.[operationId];
  if (operationId === undefined) deliveriesOf(baseContract, { contract: '', ...file }, refuse);
  if (operationId === undefined || mapping === undefined) return sameWords;
  const key = JSON.stringify([id, mapping]);
  const translation = known.get(key) ?? operationTranslation(baseContract, operationId, mapping, refuse);
  known.set(key, translation);
  return translation;
}

/**
 * The steps that a target's file can contain, and their effect on the wire. A step that it can't contain, for example
 * because it contradicts a different step, becomes a question.
 */
export function fitting<Known extends Findings>(
  findings: Known,
): { readonly findings: Known; readonly translation: OperationTranslation } {
  const file = inFile([findings]);
  try {
    return { findings, translation: translated(findings, file) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const place = named(file, error.place);
    const isMisfit = (step: Step) => {
      const keys = [...findings.place, ...keysOf(step)];
      return place.every((key, index) => keys[index] === key);
    };
    const misfits = findings.steps.filter(isMisfit);
    if (misfits.length === 0) return { findings, translation: sameWords };
    const asked = misfits.map((step) => questionAbout(step, error.message));
    return fitting({
      ...findings,
      steps: findings.steps.filter((step) => !isMisfit(step)),
      questions: [...findings.questions, ...asked],
    });
  }
}

/** The keys that lead to a place of the file, with the entry of a list in place of its position. */
function named(file: object, place: FilePlace): readonly string[] {
  let value: unknown = file;
  return place.map((key) => {
    value = Object(value)[key];
    return typeof key === 'number' ? String(value) : key;
  });
}

function questionAbout({ part, kind, at, to, evidence, gap }: Step, problem: string): Question {
  const written = to === undefined ? '' : ` ${typeof to === 'string' ? to : JSON.stringify(to)}`;
  return {
    part,
    at,
    asks: `how does the target write ${at === '' ? 'the body' : at}?`,
    candidates: [{ answer: kind + written, evidence: `${evidence}; but ${problem}` }],
    gap,
  };
}
