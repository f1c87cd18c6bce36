import type { CategoryChoices } from '../reference-data.js';
import { type Findings, isInteger, isList, isNumber, isRecord } from './findings.js';

type Item = Readonly<Record<string, unknown>>;

const fields = {
  textile: 'material_composition_textile',
  'non-textile': 'material_composition_non_textile',
} as const;

/** The rules of material compositions (clause 2.2 rule 3; gaps G-02, G-03). @param category undefined where it is unknown */
export function checkComposition(
  item: Item,
  category: CategoryChoices | undefined,
  known: CategoryChoices,
  findings: Findings,
): void {
  for (const kind of ['textile', 'non-textile'] as const) {
    const given = item[fields[kind]];
    if (category !== undefined) {
      findings.unless(given === undefined || category.composition === kind, 'composition kind');
      // The rule says that one is given; what else could a target build a product from?
      const other = item[fields[kind === 'textile' ? 'non-textile' : 'textile']];
      findings.unless(
        given !== undefined || category.composition !== kind || other !== undefined,
        'composition',
      );
    }
    const list = findings.typed(given, isList, fields[kind]) ?? [];
    for (const cluster of findings.members(list, isRecord, `${fields[kind]}[]`))
      checkCluster(cluster, kind, known, findings);
  }
}

function checkCluster(
  cluster: Item,
  kind: keyof typeof fields,
  known: CategoryChoices,
  findings: Findings,
): void {
  const place = `${fields[kind]}[]`;
  checkId(cluster, 'cluster_id', known.clusters, place, findings);
  const list = findings.typed(cluster.components, isList, `${place}.components`) ?? [];
  const components = findings.members(list, isRecord, `${place}.components[]`);
  for (const component of components)
    checkId(component, 'material_id', known.materials, `${place}.components[]`, findings);
  if (kind === 'textile' && components.length === list.length)
    checkFractions(components, `${place}.components[]`, findings);
}

function checkId(
  from: Item,
  name: string,
  known: readonly number[],
  place: string,
  findings: Findings,
): void {
  const id = findings.typed(from[name], isInteger, `${place}.${name}`);
  if (id === undefined) return;
  findings.unless(id >= 1, `${name} bound`);
  findings.unless(id < 1 || known.includes(id), `${name} known`);
}

/** The sum counts where each fraction that is given is one that may be. */
function checkFractions(components: readonly Item[], place: string, findings: Findings): void {
  const given = components.map(({ fraction }) => fraction).filter((each) => each !== undefined);
  findings.unless(given.length === components.length, 'fraction given');
  const fractions = given.map((each) => findings.typed(each, isNumber, `${place}.fraction`));
  const inBounds = (each: number | undefined) => each === undefined || (each >= 0 && each <= 100);
  findings.unless(fractions.every(inBounds), 'fraction bound');
  if (fractions.length === 0 || fractions.some((each) => each === undefined || !inBounds(each))) return;
  const sum = fractions.reduce<number>((total, each) => total + (each ?? 0), 0);
  findings.unless(sum === 100, 'fractions sum');
}
