import { requirements } from './catalogue.js';

/** The file whose content `renderRequirementIds` renders, relative to the project's root. */
export const requirementIdsFile = 'src/contract/requirements/requirement-ids.generated.ts';

/**
 * Renders the ids of the catalogue as a TypeScript union, so that a mistyped id does not compile.
 * @returns the whole content of the generated file
 */
export function renderRequirementIds(): string {
  const members = requirements.map(({ id }) => `  | '${id}'`);
  return [
    '// Generated from schemas/requirements.yaml by `npm run generate`. Do not edit.',
    '',
    '/** The id of a requirement of the catalogue. */',
    'export type RequirementId =',
    `${members.join('\n')};`,
    '',
  ].join('\n');
}
