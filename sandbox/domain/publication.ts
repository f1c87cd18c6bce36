import type { Static } from 'typebox';
import { array, object, string } from '../schema/build.js';
import {
  type Catalogue,
  type Product,
  type ProductStatus,
  type ProductValues,
  styleKeySchema,
} from './products.js';
import type { Timeline } from './time.js';
import type { Emit } from './webhooks.js';

/** The statuses that can be set (clause 3.1). */
const SETTABLE_STATUSES = ['published', 'inactive', 'draft'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** Whether a status can be set. */
function isSettable(status: string): status is SettableStatus {
  return SETTABLE_STATUSES.some((settable) => settable === status);
}

const MOVES: Readonly<Record<SettableStatus, Partial<Record<ProductStatus, ProductStatus>>>> = {
  published: {
    draft: 'pending_approval',
    rejected: 'pending_approval',
    problem: 'pending_approval',
    inactive: 'active',
    pending_approval: 'pending_approval',
    pending_active: 'pending_active',
    active: 'active',
  },
  inactive: { active: 'inactive', inactive: 'inactive' },
  draft: { draft: 'draft', pending_approval: 'draft', rejected: 'draft' },
};

/**
 * The status of a product after a status update; undefined if the move is forbidden. A request for the
 * current status, or for one that the product is already moving to, succeeds and changes nothing. A product
 * with a problem was approved but never active: it can only be published again, which sends it to review.
 * From clause 3.1 and gap G-06.
 */
export function statusAfter(current: ProductStatus, asked: SettableStatus): ProductStatus | undefined {
  return MOVES[asked][current];
}

/** A rejected style (clause 2.3; content of the hint, the products that caused the rejection: gap G-04). */
export const rejectionSchema = object({
  style_key: string(),
  rejection_reasons: array(object({ key: string(), type: string(), name: string(), description: string() })),
  rejection_message: string(),
  rejected_product_ids_hint: object({ skus: array(string()) }),
});
export type Rejection = Static<typeof rejectionSchema>;
type RejectionReason = Rejection['rejection_reasons'][number];

/** A text in an image URL that makes the reviewer reject the style, to provoke a rejection on purpose. */
export const REJECTION_MARKER = 'sandbox-reject';
/** A text in an image URL that makes an approved product a problem instead of active. */
export const PROBLEM_MARKER = 'sandbox-problem';

/**
 * The sandbox's reviewer: returns the reasons to reject a product, or none to approve it. It rejects a
 * product with an image whose URL contains the REJECTION_MARKER, in upper or lower case (clause 3.1, gap
 * G-06).
 */
export function reviewProduct(values: Pick<ProductValues, 'images'>): RejectionReason[] {
  return values.images.flatMap((url, index) =>
    holds(url, REJECTION_MARKER)
      ? [
          {
            key: 'image_quality',
            type: 'image',
            name: 'Image not accepted',
            description: `images[${index}] does not meet the image guidelines`,
          },
        ]
      : [],
  );
}

/**
 * The status that an approved product gets: active, or problem if the URL of an image contains the PROBLEM_MARKER, in
 * upper or lower case (gap G-06).
 */
export function statusAfterApproval(values: Pick<ProductValues, 'images'>): 'active' | 'problem' {
  return values.images.some((url) => holds(url, PROBLEM_MARKER)) ? 'problem' : 'active';
}

function holds(url: string, marker: string): boolean {
  return url.toLowerCase().includes(marker);
}

/** The rejection of a style, from the reasons found for each sku. */
export function rejectionOf(
  styleKey: string,
  found: ReadonlyMap<string, readonly RejectionReason[]>,
): Rejection {
  const skus = [...found.keys()];
  return {
    style_key: styleKey,
    rejection_reasons: [...found.values()].flat(),
    rejection_message: `Rejected because of ${skus.join(', ')}`,
    rejected_product_ids_hint: { skus },
  };
}

/** One item of the status update (clause 2.1). If the status can't be set, the result reports that for the item. */
export const statusItemSchema = object({
  style_key: styleKeySchema,
  status: string({ description: `the status to set: one of ${SETTABLE_STATUSES.join(', ')}` }),
});
export type StatusItem = Static<typeof statusItemSchema>;

/** How long a review and an activation take, in milliseconds of the merchant's clock. */
export const PUBLICATION_PACE = { review: 5_000, activation: 2_000 };

/** The parts that publication needs; the rules can be replaced from outside. */
interface PublicationSetting {
  catalogue: Catalogue;
  timeline: Timeline;
  emit: Emit;
  rules: {
    statusAfter: typeof statusAfter;
    reviewProduct: typeof reviewProduct;
    statusAfterApproval: typeof statusAfterApproval;
    publicationPace: typeof PUBLICATION_PACE;
  };
}

/** Takes a merchant's styles through review and activation (clauses 2.3 and 3.1, gap G-06). */
export function createPublication({ catalogue, timeline, emit, rules }: PublicationSetting) {
  const rejections = new Map<string, Rejection>();

  /** Moves products of one style and notifies the subscribers, once for each new status. */
  function move(products: readonly Product[], next: (product: Product) => ProductStatus): void {
    const moved = products.filter((product) => {
      const status = next(product);
      if (status === product.status) return false;
      product.status = status;
      product.revision++;
      return true;
    });
    for (const status of new Set(moved.map((product) => product.status))) {
      const group = moved.filter((product) => product.status === status).map(({ values }) => values);
      const skus = group.map(({ sku }) => sku);
      emit('product_master.status_updated', { style_key: group[0]?.style_key, status, skus });
    }
  }

  function hasRejected(styleKey: string): boolean {
    return catalogue.style(styleKey).some(({ status }) => status === 'rejected');
  }

  /** After a pause, runs `act` with the products that have not been moved in the meantime. */
  function later(
    pause: number,
    products: readonly Product[],
    act: (unmoved: readonly Product[]) => void,
  ): void {
    const revisions = new Map(products.map((product) => [product, product.revision]));
    timeline.after(pause, () => {
      const unmoved = products.filter((product) => product.revision === revisions.get(product));
      if (unmoved.length > 0) act(unmoved);
    });
  }

  function review(products: readonly Product[]): void {
    const findings = new Map(
      products.flatMap(({ values }) => {
        const reasons = rules.reviewProduct(values);
        return reasons.length === 0 ? [] : [[values.sku, reasons]];
      }),
    );
    const styleKey = products[0]?.values.style_key;
    if (findings.size > 0 && styleKey !== undefined) {
      rejections.set(styleKey, rejectionOf(styleKey, findings));
      move(products, () => 'rejected');
      return;
    }
    move(products, () => 'pending_active');
    later(rules.publicationPace.activation, products, (approved) =>
      move(approved, ({ values }) => rules.statusAfterApproval(values)),
    );
  }

  return {
    /**
     * Carries out a status update for every product of the style, or for none; returns the reasons for a
     * refusal.
     */
    apply({ style_key, status }: StatusItem): string[] {
      if (!isSettable(status)) return [`status must be one of ${SETTABLE_STATUSES.join(', ')}`];
      const products = catalogue.style(style_key);
      if (products.length === 0) return ['style_key is not known'];
      const plan = new Map(products.map((product) => [product, rules.statusAfter(product.status, status)]));
      const refused = products.filter((product) => plan.get(product) === undefined);
      if (refused.length > 0)
        return refused.map(
          (product) => `${product.values.sku} is ${product.status} and cannot be set to ${status}`,
        );
      const submitted = products.filter(
        (product) => product.status !== 'pending_approval' && plan.get(product) === 'pending_approval',
      );
      move(products, (product) => plan.get(product) ?? product.status);
      if (!hasRejected(style_key)) rejections.delete(style_key);
      if (submitted.length > 0) later(rules.publicationPace.review, submitted, review);
      return [];
    },
    /** The rejections of the styles that are currently rejected, earliest first. */
    rejections: (): readonly Rejection[] =>
      [...rejections.values()].filter(({ style_key }) => hasRejected(style_key)),
  };
}
