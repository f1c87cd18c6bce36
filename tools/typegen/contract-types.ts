import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';

/**
 * Writes the contract's types.
 *
 * This is a separate package because openapi-typescript needs the API of TypeScript 5, which the project's
 * compiler no longer has.
 *
 * @param document - the contract as YAML text
 * @returns the text of a TypeScript module with the interfaces `paths`, `components` and `operations`
 * @throws Error when the document is not valid OpenAPI
 */
export async function contractTypes(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, { immutable: true, defaultNonNullable: false });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}
