import { isRequirementId } from './catalogue.js';
import type { RequirementId } from './requirement-ids.generated.js';

/** What Playwright takes as the details of a test: a tag and an annotation for each requirement. */
export interface CoverageDetails {
  /** `@BAT-09`, so that `--grep @BAT-09` runs the tests of one requirement. */
  tag: string[];
  annotation: { type: typeof requirementAnnotation; description: RequirementId }[];
}

/** Type of the annotations in which a test names its requirements. */
export const requirementAnnotation = 'requirement';

/**
 * Says which requirements a test verifies: `test('...', covers('BAT-09'), async ({ api }) => ...)`.
 * @param ids at least one, in the order in which a reader should meet them
 * @throws where an id is not in the catalogue or is named twice
 */
export function covers(...ids: [RequirementId, ...RequirementId[]]): CoverageDetails {
  if (ids.length === 0) throw new Error('covers() needs at least one requirement id.');
  for (const [index, id] of ids.entries()) {
    if (!isRequirementId(id)) {
      throw new Error(`covers('${String(id)}'): there is no such requirement in schemas/requirements.yaml.`);
    }
    if (ids.indexOf(id) !== index) throw new Error(`covers('${id}', ...): the id is named twice.`);
  }
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: ids.map((id) => ({ type: requirementAnnotation, description: id })),
  };
}
