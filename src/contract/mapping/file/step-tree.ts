import { Spot } from '../../schemas/spot.js';
import { eachEntry, eachMember, parsePath, type Segments, writePath } from '../../values/path.js';
import { inWords, requireAssumed, requireFitting, type Subject } from '../body-shape.js';
import type { Lens } from '../lenses/lens.js';
import { type FilePlace, type Kind, type Refuse, type Step, stepsIn } from './file-steps.js';
import type { BodySteps, Bounds, Conversion } from './target-file.js';

/** The steps in a target's file for one place in a body and for the places below it. */
export interface StepNode {
  readonly fields: Map<string, StepNode>;
  entries?: StepNode;
  rename?: string;
  move?: Segments;
  flat?: true;
  inside?: string;
  /** Fields that only the target has, each with its value. */
  constants?: Map<string, unknown>;
  values?: ReadonlyMap<string, string>;
  convert?: Conversion;
  require?: true;
  optional?: true;
  filled?: true;
  bound?: Bounds;
  absent?: true;
  /** The value is a link whose query uses the names of the operation's parameters. */
  link?: Lens;
  /** The positions of the steps in the file, by kind of step. */
  readonly said: Map<Kind, FilePlace>;
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
const needsField: ReadonlySet<string> = new Set('rename move flat require optional filled absent'.split(' '));

/** A node without any steps yet. */
export function emptyNode(): StepNode {
  return { fields: new Map(), said: new Map() };
}

/**
 * Puts the steps for one body into a tree that mirrors our schema.
 * @param steps - as the file has them
 * @param subject - the body or the parameters
 * @param at - the position in the file
 * @param refuse - called for the first step that the contract doesn't allow, or that contradicts another
 */
export function stepTree(steps: BodySteps, subject: Subject, at: FilePlace, refuse: Refuse): StepNode {
  const shape = Spot.of(subject.document, subject.schema, subject.around);
  const root = emptyNode();
  for (const step of stepsIn(steps, at)) {
    const isConstant = step.kind === 'constant';
    const spot = isConstant ? holderOf(step, shape, subject, refuse) : spotOf(step, shape, subject, refuse);
    const path = parsePath(step.path) ?? [];
    const node = nodeAt(root, isConstant ? path.slice(0, -1) : path);
    const other = contradictions
      .filter((group) => group.includes(step.kind))
      .flatMap((group) => group.filter((kind) => kind !== step.kind && node.said.has(kind)))[0];
    if (other !== undefined)
      refuse(
        step.place,
        `${step.kind} and ${other} contradict each other at ${inWords(step.path)}: keep one of them`,
      );
    requireFitting(step, spot, subject, refuse);
    requireAssumed(step, spot, subject, refuse);
    take(node, step, refuse);
    node.said.set(step.kind, step.place);
  }
  refuseBelowAbsent(root, refuse, undefined);
  placesOf(root, [], shape, refuse);
  return root;
}

function spotOf(
  { path, place, kind }: Step,
  shape: Spot,
  { called, holds, canLack }: Subject,
  refuse: Refuse,
): Spot {
  const segments = parsePath(path);
  if (segments === undefined) return refuse(place, `${inWords(path)} isn't a path such as items[].status`);
  if (holds !== 'field' && segments.length !== 1)
    return refuse(place, `${inWords(path)} isn't the name of a ${holds}`);
  const found = shape.at(segments);
  if (found !== undefined) {
    const isField = segments.length > 0 && segments.at(-1) !== eachEntry;
    const isWhole = kind === 'absent' && segments.length === 0 && canLack === true;
    if (!isField && !isWhole && needsField.has(kind))
      return refuse(place, `${kind} applies to a field, but ${inWords(path)} isn't one`);
    return found;
  }
  let known = segments;
  while (known.length > 0 && shape.at(known) === undefined) known = known.slice(0, -1);
  const parent = shape.at(known);
  const names = parent?.fields ?? [];
  const there = known.length === 0 ? 'it' : inWords(writePath(known));
  const isList = parent?.types.includes('array');
  const has = isList
    ? `${there} is a list, so write ${inWords(writePath([...known, eachEntry]))}`
    : `${there} has ${names.length === 0 ? 'none' : names.join(', ')}`;
  return refuse(place, `${called} has no ${holds} ${inWords(path)}: ${has}`);
}

/** The object to which a step adds a field that the contract doesn't have. */
function holderOf(step: Step, shape: Spot, subject: Subject, refuse: Refuse): Spot {
  const { path, place } = step;
  const segments = parsePath(path) ?? [];
  const name = segments.at(-1);
  if (name === undefined || name === eachEntry)
    return refuse(place, `constant adds a field, but ${inWords(path)} isn't one`);
  const holder = spotOf({ ...step, path: writePath(segments.slice(0, -1)) }, shape, subject, refuse);
  if (!holder.types.includes('object'))
    return refuse(place, `constant adds a field to an object, but ${inWords(path)} isn't in one`);
  if (holder.fields.includes(name))
    return refuse(place, `the contract has ${inWords(path)}: constant adds a field that only the target has`);
  return holder;
}

function take(node: StepNode, { kind, value, path, place }: Step, refuse: Refuse): void {
  if (kind === 'flat' || kind === 'require' || kind === 'optional' || kind === 'filled' || kind === 'absent')
    node[kind] = true;
  else if (kind === 'rename' || kind === 'inside') node[kind] = String(value);
  else if (kind === 'constant') {
    node.constants ??= new Map();
    node.constants.set(parsePath(path)?.at(-1) ?? path, value);
  } else if (kind === 'values') node.values = new Map(Object.entries(Object(value)));
  else if (kind === 'convert') node.convert = value as Conversion;
  else if (kind === 'bound') node.bound = Object(value);
  else {
    const to = parsePath(String(value)) ?? [];
    if (to.length < 2 || to.includes('') || to.includes(eachEntry) || to.includes(eachMember))
      refuse(
        place,
        `move needs a place in an object next to ${inWords(path)}, such as meta.status, but has ${inWords(String(value))}`,
      );
    node.move = to;
  }
}

function nodeAt(root: StepNode, path: Segments): StepNode {
  let node = root;
  for (const segment of path) {
    if (segment === eachEntry) {
      node.entries ??= emptyNode();
      node = node.entries;
    } else {
      const next = node.fields.get(segment) ?? emptyNode();
      node.fields.set(segment, next);
      node = next;
    }
  }
  return node;
}

function refuseBelowAbsent(node: StepNode, refuse: Refuse, absent: FilePlace | undefined): void {
  if (absent !== undefined)
    for (const [kind, place] of node.said)
      refuse(place, `${kind} applies to a part of a value that another step makes absent`);
  for (const below of [...node.fields.values(), ...(node.entries === undefined ? [] : [node.entries])])
    refuseBelowAbsent(below, refuse, node.said.get('absent') ?? absent);
}

/** A place in the target's object, and our field there. */
interface Taken {
  readonly theirs: Segments;
  readonly ours: string;
  readonly said?: FilePlace;
}

/** The places of an object's fields in the target; refuses the file if two fields share one. */
function placesOf(node: StepNode, path: Segments, shape: Spot, refuse: Refuse): readonly Taken[] {
  const spot = shape.at(path);
  if (spot === undefined) return [];
  if (node.entries !== undefined) placesOf(node.entries, [...path, eachEntry], shape, refuse);
  const taken: Taken[] = [];
  for (const name of spot.fields) {
    const field = node.fields.get(name) ?? emptyNode();
    const here = [...path, name];
    const said = field.said.get('rename') ?? field.said.get('move') ?? field.said.get('flat');
    const below = placesOf(field, here, shape, refuse);
    if (field.absent) continue;
    if (field.flat) taken.push(...below.map((each) => ({ ...each, said: each.said ?? said })));
    else taken.push({ theirs: field.move ?? [field.rename ?? name], ours: writePath(here), said });
  }
  for (const name of node.constants?.keys() ?? [])
    taken.push({ theirs: [name], ours: writePath([...path, name]), said: node.said.get('constant') ?? [] });
  for (const [index, one] of taken.entries())
    for (const other of taken.slice(0, index))
      if (isSameOrIn(one.theirs, other.theirs) || isSameOrIn(other.theirs, one.theirs))
        refuse(
          one.said ?? other.said ?? [],
          `${inWords(other.ours)} and ${inWords(one.ours)} would both be at ${inWords(one.theirs.join('.'))}`,
        );
  return taken;
}

function isSameOrIn(one: Segments, other: Segments): boolean {
  return one.every((each, index) => each === other[index]);
}
