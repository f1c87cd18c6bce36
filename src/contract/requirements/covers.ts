import { isRequirementId } from './catalogue.js';
import type { RequirementId } from './requirement-ids.generated.js';

/** The details of a test for Playwright: a tag and an annotation for each requirement. */
interface CoverageDetails {
  /** Such as `@BAT-09`: `--grep @BAT-09` runs the tests of one requirement. */
  tag: string[];
  annotation: {
    type: typeof requirementAnnotation | typeof meetingAnnotation;
    description: RequirementId;
  }[];
}

/** The type of annotations that name the requirements of a test. */
export const requirementAnnotation = 'requirement';

/** The type of annotations that name requirements that a test may also verify by chance. */
export const meetingAnnotation = 'may meet';

/**
 * Says which requirements a test verifies: `test('...', covers('BAT-09'), async ({ api }) => ...)`.
 * @param ids at least one, in the order in which a reader should see them
 * @throws Error when an id is not in the catalogue or is named twice
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
 * Says which further requirements a randomized test may verify, depending on the values that it draws. This doesn't
 * count as a check of those requirements: `mayMeet(covers('STS-12'), 'STS-04')`.
 * @param details the result of `covers()`
 * @throws Error when an id is not in the catalogue or is named twice, here or in `covers()`
 */
export function mayMeet(details: CoverageDetails, ...ids: readonly RequirementId[]): CoverageDetails {
  const covered = details.annotation.map(({ description }) => description);
  refuseWrong('mayMeet', [...covered, ...ids]);
  return {
    ...details,
    annotation: [...details.annotation, ...ids.map(meeting)],
  };
}

/**
 * Says which requirements a test exercises that no test covers, so that `--grep @ERR-12` has a test to run:
 * `exercises(covers('LIM-14'), 'ERR-12')`. The test gets a tag for each, and no annotation.
 * @param details the result of `covers()`
 * @throws Error when an id is not in the catalogue or is named twice, here or in `covers()`
 */
export function exercises(details: CoverageDetails, ...ids: readonly RequirementId[]): CoverageDetails {
  refuseWrong('exercises', [...details.annotation.map(({ description }) => description), ...ids]);
  return { ...details, tag: [...details.tag, ...ids.map((id) => `@${id}`)] };
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
