import type { JsonObject } from '../documents/base-document.js';
import type { Refuse } from './file/file-steps.js';
import { type StepNode, stepTree } from './file/step-tree.js';
import type { TargetFile } from './file/target-file.js';
import { bodyLens, translationBy } from './lenses/body-lens.js';
import { identity, type Translation } from './translation.js';

/** How the errors of one status differ. */
export interface MappedError {
  readonly node: StepNode;
  readonly translation: Translation;
  /** Whether the error has a message, wherever it is. */
  readonly hasMessage: boolean;
}

/** The body of an error (clause 2.5). */
const errorSchema: JsonObject = { $ref: '#/components/schemas/Error' };

/** Statuses whose body the description shows (clause 7). */
export const shownErrors: readonly number[] = [400, 401, 404];

/** The gap that leaves the body of an error open (clause 7): a 429 has a separate gap. */
export function gapOfError(status: number): string {
  return status === 429 ? 'G-14' : 'G-15';
}

/**
 * Reads how a target words its errors.
 * @param base - the contract of the description and the assumptions
 * @param refuse - called for the first impossible entry, with its place
 * @returns the differences, by status
 */
export function mappedErrors(
  base: JsonObject,
  { errors = {} }: TargetFile,
  refuse: Refuse,
): ReadonlyMap<number, MappedError> {
  return new Map(
    Object.entries(errors).map(([text, { type: _, ...steps }]) => {
      const [at, status] = [['errors', text], Number(text)];
      if (!/^4\d\d$/.test(text)) refuse(at, `${JSON.stringify(text)} isn't a status from 400 to 499`);
      if (shownErrors.includes(status))
        refuse(
          at,
          `the description states that an error ${text} is an object with a message: a file can only replace assumptions`,
        );
      const subject = {
        document: base,
        schema: errorSchema,
        around: [{ provenance: 'assumed', gap: gapOfError(status) }],
        called: `an error ${text}`,
        holds: 'field',
        canLack: true,
      } as const;
      const node = stepTree(steps, subject, at, refuse);
      const isAbsent = node.says.absent === true;
      return [
        status,
        {
          node,
          translation: isAbsent ? identity : translationBy(bodyLens(node)),
          hasMessage: !isAbsent && node.below.get('message')?.says.absent !== true,
        },
      ];
    }),
  );
}
