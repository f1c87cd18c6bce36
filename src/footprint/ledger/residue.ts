/** Whose things they are: the merchant to test with, or the other one, by the setting of its key. */
export type MerchantSetting = 'TARGET_API_KEY' | 'TARGET_OTHER_API_KEY';

/** Something of a run that is still there: a subscription, or a product in the catalogue or on its way to it. */
export interface ResidualThing {
  readonly merchant: MerchantSetting;
  readonly what: 'product' | 'subscription';
  /** The sku, or the id of the subscription. */
  readonly name: string;
  /** Of a product: the status that it is in. */
  readonly status?: string;
}

/** What became of the things that a run created on a merchant that others use too. */
export interface Residue {
  /** Begins their keys. */
  readonly prefix: string;
  /** Subscriptions that were deleted at the end. */
  readonly deleted: number;
  /** Styles that were taken back to draft, or set inactive, at the end. */
  readonly hidden: number;
  /** Products that were upserted: the API can't delete them, so that they stay, out of the catalogue. */
  readonly products: number;
  /** Requests that were not sent, as they could have changed what the run did not create. */
  readonly withheld: number;
  /** What could not be removed. */
  readonly left: readonly ResidualThing[];
  /** Why not everything could be looked at, in sentences; absent where it could. */
  readonly problem?: string;
}

/** What became of the things of a run, a sentence each. */
export function residueInWords({ deleted, hidden, products, withheld, problem }: Residue): string[] {
  const removed = `${counted(hidden, 'style')} taken out of the catalogue and ${counted(deleted, 'subscription')} deleted at the end`;
  const kept = `${counted(products, 'product')} can't be deleted by the API and stay, as drafts or inactive`;
  return [
    products > 0 ? `${removed}; ${kept}.` : `${removed}.`,
    ...(withheld > 0
      ? [`Not sent, as it could have changed what the run did not create: ${counted(withheld, 'request')}.`]
      : []),
    ...(problem === undefined ? [] : [problem]),
  ];
}

/** What became of the things of several shards, as of one run; undefined where none of them created any. */
export function joinedResidue(shards: readonly Residue[]): Residue | undefined {
  const [first, ...others] = shards;
  if (first === undefined || others.length === 0) return first;
  const problems = shards.flatMap(({ problem }) => problem ?? []);
  const sum = (count: (residue: Residue) => number) => shards.reduce((all, each) => all + count(each), 0);
  return {
    prefix: shards.map(({ prefix }) => prefix).join(', '),
    deleted: sum(({ deleted }) => deleted),
    hidden: sum(({ hidden }) => hidden),
    products: sum(({ products }) => products),
    withheld: sum(({ withheld }) => withheld),
    left: shards.flatMap(({ left }) => left),
    ...(problems.length === 0 ? {} : { problem: [...new Set(problems)].join(' ') }),
  };
}

/** A thing that is left, for a reader. */
export function residualThingInWords({ merchant, what, name, status }: ResidualThing): string {
  const whose = merchant === 'TARGET_API_KEY' ? '' : ', of the merchant of TARGET_OTHER_API_KEY';
  return `${what} ${name}${status === undefined ? '' : `, ${status}`}${whose}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
