import { isJsonObject, type JsonObject } from '../../documents/base-document.js';
import { originOf } from '../../schemas/origin.js';
import { parsePath, writePath } from '../../values/path.js';
import { emptyNode, type StepNode } from '../file/step-tree.js';
import { closedKeyword, SchemaCopies } from '../schema-copies.js';
import { identity, type Translation } from '../translation.js';
import { both, constant, inside, type Lens, list } from './lens.js';
import { type Field, type RecordLens, record } from './record-lens.js';
import { conversion, converted, words } from './value-lens.js';

/**
 * Combines the differences in a body into one lens that mirrors our schema, so that a translation visits each value
 * once.
 * @param node - the steps for the body
 * @param schema - our schema for the body, as in the contract
 * @param document - the contract
 * @returns undefined if nothing differs
 */
export function bodyLens(node: StepNode, schema: JsonObject, document: JsonObject): Lens | undefined {
  return lensAt(node, schema, new SchemaCopies(document));
}

function lensAt(node: StepNode, schema: JsonObject, copies: SchemaCopies): Lens | undefined {
  const opened = copies.opened(schema);
  const value = valueLens(node, opened, copies);
  const whole = node.constants === undefined ? value : both(value, constant(node.constants));
  return node.inside === undefined
    ? whole
    : both(whole, inside(node.inside, [opened.type].flat().includes('array')));
}

function valueLens(node: StepNode, opened: JsonObject, copies: SchemaCopies): Lens | undefined {
  if (node.values !== undefined) return words(node.values, opened);
  if (node.convert !== undefined) return converted(node.convert);
  if (node.link !== undefined) return node.link;
  if (node.entries !== undefined && isJsonObject(opened.items)) {
    const entry = lensAt(node.entries, opened.items, copies);
    return entry === undefined ? undefined : list(entry);
  }
  const fields = fieldsAt(node, opened, copies);
  const isSame = ({ ours, theirs, lens, flat }: Field) =>
    theirs.length === 1 && theirs[0] === ours && lens === undefined && flat === undefined;
  return fields.every(isSame) ? undefined : record(fields);
}

function fieldsAt(node: StepNode, opened: JsonObject, copies: SchemaCopies): readonly Field[] {
  return propertiesOf(opened).flatMap(([name, schema]): Field[] => {
    const field = node.fields.get(name) ?? emptyNode();
    if (field.absent) return [];
    if (field.flat) return [{ ours: name, theirs: [name], flat: recordAt(field, schema, copies) }];
    const lens = lensAt(field, schema, copies);
    return [
      { ours: name, theirs: field.move ?? [field.rename ?? name], ...(lens === undefined ? {} : { lens }) },
    ];
  });
}

function recordAt(node: StepNode, schema: JsonObject, copies: SchemaCopies): RecordLens {
  return record(fieldsAt(node, copies.opened(schema), copies));
}

/**
 * Applies a target's mapping to our schema for a body, still in our words: required fields, bounds, absent fields, and
 * the limits of its kinds of value.
 * @param schema - as written in the contract
 * @param isRequest - whether the body is that of a request: by assumption, its required fields are never null
 */
export function editedSchema(
  node: StepNode,
  schema: JsonObject,
  copies: SchemaCopies,
  isRequest: boolean,
): JsonObject {
  if (!isEdited(node)) return schema;
  return copies.rewrite(schema, (opened) => {
    let made = opened;
    for (const [keyword, value] of Object.entries(node.bound ?? {}))
      made = closedKeyword({ ...made, [keyword]: value }, keyword);
    if (node.convert !== undefined) made = conversion(node.convert).narrows?.(made) ?? made;
    if ((node.require || node.filled) && isRequest) made = withoutNull(made);
    if (node.entries !== undefined && isJsonObject(made.items))
      made = { ...made, items: editedSchema(node.entries, made.items, copies, isRequest) };
    return node.fields.size === 0 ? made : withFields(node, made, copies, isRequest);
  });
}

function withFields(
  node: StepNode,
  schema: JsonObject,
  copies: SchemaCopies,
  isRequest: boolean,
): JsonObject {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = propertiesOf(schema).flatMap(([name, property]) => {
    const field = node.fields.get(name);
    if (field === undefined) return [[name, property] as const];
    if (field.absent || field.optional) required.delete(name);
    if (field.absent) return [];
    if (field.require) required.add(name);
    const edited = editedSchema(field, property, copies, isRequest);
    return [[name, field.require || field.optional ? closedKeyword(edited, 'required') : edited] as const];
  });
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    ...(required.size === 0 ? {} : { required: [...required] }),
    properties: Object.fromEntries(properties),
  };
}

function isEdited(node: StepNode): boolean {
  const { bound, convert, require, optional, filled, absent, fields, entries } = node;
  const narrowed = convert !== undefined && conversion(convert).narrows !== undefined;
  return (
    [bound, require, optional, filled, absent].some((each) => each !== undefined) ||
    narrowed ||
    [...fields.values(), ...(entries === undefined ? [] : [entries])].some(isEdited)
  );
}

function withoutNull(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.type) || originOf(schema, 'null')?.provenance !== 'assumed') return schema;
  const types = schema.type.filter((type) => type !== 'null');
  const { 'x-null-provenance': _, 'x-null-gap': __, ...rest } = schema;
  return {
    ...rest,
    type: types.length === 1 ? types[0] : types,
    ...(Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {}),
  };
}

function propertiesOf(opened: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isJsonObject(opened.properties) ? opened.properties : {}).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [[name, schema] as const] : [],
  );
}

/** A translation between two vocabularies that applies the differences between them. */
export function translationBy(lens: Lens | undefined): Translation {
  if (lens === undefined) return identity;
  return {
    toTheirs: lens.toTheirs,
    toOurs: lens.toOurs,
    pathInOurs: (theirs) => {
      const segments = parsePath(theirs);
      return segments === undefined ? theirs : writePath(lens.path(segments));
    },
    isIdentity: false,
  };
}

/**
 * Marks the links between the pages of a list: their queries use the names of the operation's parameters (clause 2.4).
 */
export function withLinks(node: StepNode, schema: JsonObject, document: JsonObject, link: Lens): void {
  const copies = new SchemaCopies(document);
  const pages = Object.fromEntries(propertiesOf(copies.opened(schema))).pagination;
  if (pages === undefined) return;
  const at = node.fields.get('pagination') ?? emptyNode();
  for (const [name] of propertiesOf(copies.opened(pages)))
    if (name === 'next' || name === 'prev') {
      const field = at.fields.get(name) ?? emptyNode();
      field.link = link;
      at.fields.set(name, field);
    }
  if (!at.absent) node.fields.set('pagination', at);
}
