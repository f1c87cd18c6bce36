import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The owner of the things, by the setting of its key: the merchant under test, or the other one. */
export type MerchantSetting = 'TARGET_API_KEY' | 'TARGET_OTHER_API_KEY';

/** A thing of a run that is still there: a subscription, or a product in the catalogue or on its way to it. */
export interface ResidualThing {
  readonly merchant: MerchantSetting;
  readonly what: 'product' | 'subscription';
  /** The sku, or the id of the subscription. */
  readonly name: string;
  /** For a product: its status. */
  readonly status?: string;
}

/** The outcome of removing what a run created on a merchant that others use too. */
export interface Residue {
  /** The prefix of their keys. */
  readonly prefix: string;
  /** Number of subscriptions that were deleted at the end. */
  readonly deleted: number;
  /** Number of styles that were taken back to draft, or set inactive, at the end. */
  readonly hidden: number;
  /** Number of products that were upserted: the API can't delete them, so they stay, out of the catalogue. */
  readonly products: number;
  /** Number of requests that were not sent, because they could have changed what the run did not create. */
  readonly withheld: number;
  /** Things that could not be removed. */
  readonly left: readonly ResidualThing[];
  /** Why not everything could be checked, in sentences; absent if everything could. */
  readonly problem?: string;
}

/** The outcome of removing a run's things, one sentence each. */
export function residueInWords({ deleted, hidden, products, withheld, problem }: Residue): string[] {
  const removed = `${counted(hidden, 'style')} taken out of the catalogue and ${counted(deleted, 'subscription')} deleted at the end`;
  const kept = `the API can't delete ${counted(products, 'product')}, which stay as drafts or inactive`;
  return [
    products > 0 ? `${removed}; ${kept}.` : `${removed}.`,
    ...(withheld > 0
      ? [
          `${counted(withheld, 'request')} could have changed what the run did not create and had to be withheld.`,
        ]
      : []),
    ...(problem === undefined ? [] : [problem]),
  ];
}

/** The outcomes of several shards joined as one run's; undefined if no shard created anything. */
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

/** A remaining thing in words. */
export function residualThingInWords({ merchant, what, name, status }: ResidualThing): string {
  const whose = merchant === 'TARGET_API_KEY' ? '' : ', of the merchant of TARGET_OTHER_API_KEY';
  return `${what} ${name}${status === undefined ? '' : `, ${status}`}${whose}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/**
 * Passes the outcome of a run's removal from the end of its tests to its report.
 * @param folder the folder of the target's ledgers
 */
export function noteResidue(folder: string, residue: Residue): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, residue.prefix), JSON.stringify(residue));
}

/** Reads the note of a run and deletes it; undefined if there is none. */
export function takeResidue(folder: string, prefix: string): Residue | undefined {
  const file = fileOf(folder, prefix);
  try {
    const text = readFileSync(file, 'utf8');
    rmSync(file, { force: true });
    return JSON.parse(text);
  } catch {
    // The run ended before it could look, or created nothing.
    return undefined;
  }
}

function fileOf(folder: string, prefix: string): string {
  return join(folder, `${prefix}residue.json`);
}
