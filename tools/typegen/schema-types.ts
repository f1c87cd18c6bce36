import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import ts from 'typescript';

/**
 * Writes the types of JSON schemas.
 *
 * This is a separate package because openapi-typescript needs the API of TypeScript 5, which the project's
 * compiler no longer has.
 *
 * @param schemas - schemas by name; they may refer to each other as `#/components/schemas/NAME`
 * @returns the text of a TypeScript module with the interface `components`, without comments; a schema with a
 *   `contentMediaType` is a file, and has the type of its bytes
 * @throws Error when a schema is not valid OpenAPI
 */
export async function schemaTypes(schemas: Readonly<Record<string, unknown>>): Promise<string> {
  const document = { openapi: '3.1.0', info: { title: '', version: '' }, components: { schemas } };
  const nodes = await openapiTypescript(JSON.stringify(document), {
    immutable: true,
    defaultNonNullable: false,
    transform: (schema) =>
      'contentMediaType' in schema ? ts.factory.createTypeReferenceNode('Uint8Array') : undefined,
  });
  const components = nodes.filter((node) => ts.isInterfaceDeclaration(node));
  return `${COMMENT_HEADER}${astToString(components, { formatOptions: { removeComments: true } })}`;
}
