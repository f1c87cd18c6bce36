import { type Counterexample, counterexampleOf } from '../command-list.js';
import { type BatchAnswer, type ItemOutcome, StrictJudge } from '../judge.js';
import { statusCommands } from './status-commands.js';
import {
  type ListedProduct,
  type Reading,
  StatusModel,
  type StatusRequirement,
  type StatusTarget,
  type UpsertedProduct,
} from './status-model.js';

interface ExampleProduct {
  status: string;
  quantity: number;
  retailPrice: number;
  publishedAt: number;
}

/** A target in memory, right in all that the model says, for tests. Approved some seconds after a publication, active some seconds later; a batch takes a second. */
export class ExampleShop extends StrictJudge<StatusRequirement> implements StatusTarget {
  readonly styles: Readonly<Record<string, readonly string[]>>;
  readonly products = new Map<string, ExampleProduct>();
  now = 0;
  approvedAfter = 20;
  activeAfter = 35;
  /** What it answers where either answer is right. */
  lenient = true;

  constructor(styles: Readonly<Record<string, readonly string[]>>) {
    super();
    this.styles = styles;
    for (const sku of Object.values(styles).flat())
      this.products.set(sku, { status: 'draft', quantity: 5, retailPrice: 10, publishedAt: 0 });
  }

  async setStatus(
    items: readonly { readonly style_key: string; readonly status: string }[],
  ): Promise<BatchAnswer> {
    await this.pass(1);
    return items.map(({ style_key, status }): ItemOutcome => this.setStyle(style_key, status));
  }

  setStyle(style_key: string, status: string): ItemOutcome {
    const products = (this.styles[style_key] ?? []).flatMap((sku) => this.products.get(sku) ?? []);
    const next = this.next(products[0]?.status ?? 'none', status);
    if (next === undefined) return 'failed';
    for (const product of products) this.move(product, next);
    return 'success';
  }

  move(product: ExampleProduct, next: string): void {
    if (next === 'pending_approval' && next !== product.status) product.publishedAt = this.now;
    product.status = next;
  }

  /** The status that follows, or undefined for a refusal. */
  next(status: string, wanted: string): string | undefined {
    const same = this.lenient ? status : undefined;
    if (wanted === 'published') {
      if (status === 'draft') return 'pending_approval';
      return status === 'inactive' ? 'active' : status === 'none' ? undefined : same;
    }
    if (wanted !== 'draft' && wanted !== 'inactive') return undefined;
    if (wanted === status) return same;
    return status === (wanted === 'draft' ? 'pending_approval' : 'active') ? wanted : undefined;
  }

  async setStock(
    items: readonly { readonly sku: string; readonly quantity: number }[],
  ): Promise<BatchAnswer> {
    await this.pass(1);
    return items.map(({ sku, quantity }) => this.change(sku, { quantity }));
  }

  async setPrices(
    items: readonly { readonly sku: string; readonly retailPrice: number }[],
  ): Promise<BatchAnswer> {
    await this.pass(1);
    return items.map(({ sku, retailPrice }) => this.change(sku, { retailPrice }));
  }

  async upsert(items: readonly UpsertedProduct[]): Promise<BatchAnswer> {
    await this.pass(1);
    return items.map(({ sku, quantity, retailPrice }) => this.upsertOne(sku, { quantity, retailPrice }));
  }

  upsertOne(sku: string, { quantity = 5, retailPrice = 10 }: Omit<UpsertedProduct, 'sku'>): ItemOutcome {
    return this.change(sku, { quantity, retailPrice });
  }

  change(sku: string, change: Partial<ExampleProduct>): ItemOutcome {
    const product = this.products.get(sku);
    if (product === undefined) return 'failed';
    Object.assign(product, change);
    return 'success';
  }

  async pass(seconds: number): Promise<void> {
    this.now += seconds;
    for (const product of this.products.values()) this.advance(product, this.now - product.publishedAt);
  }

  advance(product: ExampleProduct, age: number): void {
    if (product.status === 'pending_approval' && age >= this.approvedAfter) product.status = 'pending_active';
    if (product.status === 'pending_active' && age >= this.activeAfter) product.status = 'active';
  }

  async poll(): Promise<Reading> {
    return {
      products: new Map<string, ListedProduct>(structuredClone(this.products)),
      activeSkus: this.active(),
    };
  }

  active(): string[] {
    return [...this.products].filter(([, { status }]) => status === 'active').map(([sku]) => sku);
  }
}

interface ExampleRun {
  readonly seed: number;
  readonly numRuns: number;
  readonly path?: string;
  readonly replayPath?: string;
  /** How many variants each style has. */
  readonly sizes?: readonly number[];
  readonly mayReject?: boolean;
}

/** Runs lists of commands, each against a new shop that was changed first. */
export function tryOut(
  change: (shop: ExampleShop) => void,
  { sizes = [2, 1], mayReject = false, ...run }: ExampleRun,
): Promise<Counterexample | undefined> {
  const styles = sizes.map((size, style) => ({
    style_key: `key-${style + 1}`,
    skus: Array.from({ length: size }, (_, variant) => `sku-${style + 1}-${variant + 1}`),
  }));
  return counterexampleOf({
    ...run,
    commands: (options) => statusCommands({ ...options, sizes }),
    setUp: () => {
      const real = new ExampleShop(
        Object.fromEntries(styles.map(({ style_key, skus }) => [style_key, skus])),
      );
      change(real);
      return { model: new StatusModel(styles, { deadline: 100, mayReject }), real };
    },
  });
}
