import { Spot } from '../../schemas/spot.js';
import { eachEntry, parsePath, type Segments, writePath } from '../../values/path.js';
import type { Lens } from '../lenses/lens.js';
import { type FilePlace, type Kind, type Refuse, type Step, stepsIn } from './file-steps.js';
import { inWords, requireFitting, type Subject } from './step-rules.js';
import type { BodySteps, Bounds, Conversion } from './target-file.js';

/** The steps in a target's file for one place in a body, and those for the places below it. */
export interface StepNode {
  /** The place in our schema. */
  readonly spot: Spot;
  readonly says: {
    rename?: string;
    move?: string;
    flat?: true;
    inside?: string;
    values?: Readonly<Record<string, string>>;
    convert?: Conversion;
    require?: true;
    optional?: true;
    filled?: true;
    bound?: Bounds;
    absent?: true;
  };
  /** Where the file says so, by kind of step. */
  readonly said: Map<Kind, FilePlace>;
  /** The fields that only the target has, each with its value. */
  readonly constants: Map<string, unknown>;
  /** Fields by their names, and the entries of a list. */
  readonly below: Map<string, StepNode>;
  /** The value is a link whose query uses the names of the operation's parameters. */
  link?: Lens;
}

/** Steps of one place that contradict each other. */
const contradictions: readonly (readonly Kind[])[] = [
  ['rename', 'move', 'flat', 'absent'],
  ['require', 'optional', 'absent'],
  ['values', 'convert', 'absent'],
  ['constant', 'flat', 'values', 'convert', 'absent'],
  ['inside', 'flat', 'absent'],
  ['bound', 'absent'],
  ['filled', 'absent'],
];

/** Kinds of steps for a field, not for a whole body or an entry of a list. */
const needsField: readonly Kind[] = ['rename', 'move', 'flat', 'require', 'optional', 'filled', 'absent'];

/**
 * Puts the steps for one body into a tree that mirrors our schema.
 * @param steps - as the file has them
 * @param subject - the body or the parameters
 * @param at - the position in the file
 * @param refuse - called for the first step that the contract doesn't allow, or that contradicts another
 */
export function stepTree(steps: BodySteps, subject: Subject, at: FilePlace, refuse: Refuse): StepNode {
  const root = nodeOf(Spot.of(subject.document, subject.schema, subject.around));
  for (const step of stepsIn(steps, at)) addStep(root, step, subject, refuse);
  refuseBelowAbsent(root, refuse, undefined);
  refuseSharedPlaces(root, refuse);
  return root;
}

function nodeOf(spot: Spot): StepNode {
  return { spot, says: {}, said: new Map(), constants: new Map(), below: new Map() };
}

function addStep(root: StepNode, step: Step, subject: Subject, refuse: Refuse): void {
  const { kind, path, place, value } = step;
  const segments = parsePath(path) ?? refuse(place, `${inWords(path)} isn't a path such as items[].status`);
  if (subject.holds !== 'field' && segments.length !== 1)
    refuse(place, `${inWords(path)} isn't the name of a ${subject.holds}`);
  const name = segments.at(-1);
  const isField = name !== undefined && name !== eachEntry;
  const isWhole = kind === 'absent' && name === undefined && subject.canLack === true;
  if (kind === 'constant' && !isField) refuse(place, `constant adds a field, but ${inWords(path)} isn't one`);
  const node = nodeAt(root, kind === 'constant' ? segments.slice(0, -1) : segments, step, subject, refuse);
  if (!isField && !isWhole && needsField.includes(kind))
    refuse(place, `${kind} applies to a field, but ${inWords(path)} isn't one`);
  const other = contradictions
    .filter((group) => group.includes(kind))
    .flatMap((group) => group.filter((each) => each !== kind && node.said.has(each)))[0];
  if (other !== undefined)
    refuse(place, `${kind} and ${other} contradict each other at ${inWords(path)}: keep one of them`);
  requireFitting(step, node.spot, subject, refuse);
  node.said.set(kind, place);
  if (kind === 'constant') node.constants.set(name ?? path, value);
  else Object.assign(node.says, { [kind]: value });
}

/** The node at a path; the step is refused if the contract has no such place. */
function nodeAt(
  root: StepNode,
  path: Segments,
  { place }: Step,
  { called, holds }: Subject,
  refuse: Refuse,
): StepNode {
  return path.reduce((node, segment, index) => {
    const { fields, types } = node.spot;
    const before = path.slice(0, index);
    const there = index === 0 ? 'it' : inWords(writePath(before));
    const has = types.includes('array')
      ? `${there} is a list, so write ${inWords(writePath([...before, eachEntry]))}`
      : `${there} has ${fields.length === 0 ? 'none' : fields.join(', ')}`;
    const problem = `${called} has no ${holds} ${inWords(writePath(path))}: ${has}`;
    return childOf(node, segment) ?? refuse(place, problem);
  }, root);
}

function childOf(node: StepNode, segment: string): StepNode | undefined {
  const spot = node.spot.below(segment);
  const child = node.below.get(segment) ?? (spot && nodeOf(spot));
  if (child !== undefined) node.below.set(segment, child);
  return child;
}

/** Marks the links between the pages of a list: their queries use the names of the operation's parameters (clause 2.4). */
export function markLinks(root: StepNode, link: Lens): void {
  if (root.below.get('pagination')?.says.absent || !root.spot.fields.includes('pagination')) return;
  const pages = childOf(root, 'pagination');
  for (const name of ['next', 'prev']) {
    const node = pages && childOf(pages, name);
    if (node !== undefined) node.link = link;
  }
}

function refuseBelowAbsent(node: StepNode, refuse: Refuse, absent: FilePlace | undefined): void {
  if (absent !== undefined)
    for (const [kind, place] of node.said)
      refuse(place, `${kind} applies to a part of a value that another step makes absent`);
  for (const below of node.below.values())
    refuseBelowAbsent(below, refuse, node.said.get('absent') ?? absent);
}

/** A field of an object, and its place in the target's object. */
interface PlacedField {
  /** From the object to it: its name, or the names of a flat object and of a field in it. */
  readonly ours: Segments;
  /** The names on the way to it from the target's object: one, or several if it moved into a new object. */
  readonly theirs: Segments;
  /** Its steps, if it has any. */
  readonly field: StepNode | undefined;
  readonly path: string;
  /** Where the file says so. */
  readonly said: FilePlace | undefined;
}

/** The fields of an object that the target has, with those of the objects that are flat in it. */
export function placedFields({ spot, below }: StepNode): readonly PlacedField[] {
  return spot.fields.flatMap((name): readonly PlacedField[] => {
    const field = below.get(name);
    const { rename = name, move, flat, absent } = field?.says ?? {};
    if (absent) return [];
    const said = field?.said.get('rename') ?? field?.said.get('move') ?? field?.said.get('flat');
    if (field !== undefined && flat)
      return placedFields(field).map((each) => ({
        ...each,
        ours: [name, ...each.ours],
        said: each.said ?? said,
      }));
    const theirs = move === undefined ? [rename] : (parsePath(move) ?? []);
    const path = writePath([...(parsePath(spot.path) ?? []), name]);
    return [{ ours: [name], theirs, field, path, said }];
  });
}

/** Refuses the file if two fields have the same place in the target, or one is in the other. */
function refuseSharedPlaces(node: StepNode, refuse: Refuse): void {
  for (const below of node.below.values()) refuseSharedPlaces(below, refuse);
  const constants = [...node.constants.keys()].map((name) => ({
    theirs: [name],
    path: name,
    said: node.said.get('constant'),
  }));
  const taken = [...placedFields(node), ...constants];
  for (const [index, one] of taken.entries())
    for (const other of taken.slice(0, index))
      if (isSameOrIn(one.theirs, other.theirs) || isSameOrIn(other.theirs, one.theirs))
        refuse(
          one.said ?? other.said ?? [],
          `${inWords(other.path)} and ${inWords(one.path)} would both be at ${inWords(one.theirs.join('.'))}`,
        );
}

function isSameOrIn(one: Segments, other: Segments): boolean {
  return one.every((each, index) => each === other[index]);
}
