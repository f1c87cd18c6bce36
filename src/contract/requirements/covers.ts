import { isRequirementId } from './catalogue.js';
import type { RequirementId } from './requirement-ids.generated.js';

/** What Playwright takes as the details of a test: a tag and an annotation for each requirement. */
export interface CoverageDetails {
  /** `@BAT-09`, so that `--grep @BAT-09` runs the tests of one requirement. */
  tag: string[];
  annotation: {
    type: typeof requirementAnnotation | typeof meetingAnnotation;
    description: RequirementId;
  }[];
}

/** Type of the annotations in which a test names its requirements. */
export const requirementAnnotation = 'requirement';

/** Type of the annotations in which a test names what it may come across. */
export const meetingAnnotation = 'may meet';

/**
 * Says which requirements a test verifies: `test('...', covers('BAT-09'), async ({ api }) => ...)`.
 * @param ids at least one, in the order in which a reader should meet them
 * @throws where an id is not in the catalogue or is named twice
 */
export function covers(...ids: [RequirementId, ...RequirementId[]]): CoverageDetails {
  if (ids.length === 0) throw new Error('covers() needs at least one requirement id.');
  refuseWrong('covers', ids);
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: ids.map((id) => ({ type: requirementAnnotation, description: id })),
  };
}

/**
 * Says which requirements a test may come across besides, where what it does is drawn: it verifies them when it does, and
 * need not. None of them gets its check by this: `mayMeet(covers('STS-12'), 'STS-04')`.
 * @param details what `covers()` gave
 * @throws where an id is not in the catalogue or is named twice, be it by `covers()`
 */
export function mayMeet(details: CoverageDetails, ...ids: readonly RequirementId[]): CoverageDetails {
  const covered = details.annotation.map(({ description }) => description);
  refuseWrong('mayMeet', [...covered, ...ids]);
  return {
    ...details,
    annotation: [...details.annotation, ...ids.map(meeting)],
  };
}

function meeting(id: RequirementId): CoverageDetails['annotation'][number] {
  return { type: meetingAnnotation, description: id };
}

function refuseWrong(named: string, ids: readonly RequirementId[]): void {
  for (const [index, id] of ids.entries()) {
    if (!isRequirementId(id)) {
      throw new Error(
        `${named}('${String(id)}'): there is no such requirement in schemas/requirements.yaml.`,
      );
    }
    if (ids.indexOf(id) !== index) throw new Error(`${named}('${id}', ...): the id is named twice.`);
  }
}
