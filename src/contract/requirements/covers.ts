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
 */
export function covers(...ids: [RequirementId, ...RequirementId[]]): CoverageDetails {
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: ids.map((id) => ({ type: requirementAnnotation, description: id })),
  };
}

/**
 * Says which further requirements a randomized test may verify, depending on the values that it draws. This doesn't
 * count as a check of those requirements: `mayMeet(covers('STS-12'), 'STS-04')`.
 * @param details the result of `covers()`
 */
export function mayMeet(details: CoverageDetails, ...ids: readonly RequirementId[]): CoverageDetails {
  const met = ids.map((id) => ({ type: meetingAnnotation, description: id }) as const);
  return { ...details, annotation: [...details.annotation, ...met] };
}

/**
 * Says which requirements a test exercises that no test covers, so that `--grep @ERR-12` has a test to run:
 * `exercises(covers('LIM-14'), 'ERR-12')`. The test gets a tag for each, and no annotation.
 * @param details the result of `covers()`
 */
export function exercises(details: CoverageDetails, ...ids: readonly RequirementId[]): CoverageDetails {
  return { ...details, tag: [...details.tag, ...ids.map((id) => `@${id}`)] };
}
