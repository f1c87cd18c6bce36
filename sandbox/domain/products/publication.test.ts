import { expect, test } from '#unit-test';
import { DEFAULT_RULES } from '../rules.js';
import { createClock } from '../time/clock.js';
import { createTimeline } from '../time/timeline.js';
import { createCatalogue } from './catalogue.js';
import { mergeProductItem } from './product-item.js';
import { createPublication } from './publication.js';

const GOOD = 'https://images.example/1.jpg';
const BAD = 'https://images.example/Sandbox-Reject.jpg';
const PROBLEM = 'https://images.example/Sandbox-Problem.jpg';

function openPublication() {
  const timeline = createTimeline(
    createClock(0, 1, () => 0),
    (error) => expect(error).toBeUndefined(),
  );
  const catalogue = createCatalogue();
  const events: unknown[] = [];
  const publication = createPublication({
    catalogue,
    timeline,
    emit: (event, { status, skus }) => events.push([event, status, skus]),
    rules: DEFAULT_RULES,
  });
  const put = (sku: string, image = GOOD, style_key = 'style') =>
    catalogue.put(
      mergeProductItem(
        {
          style_key,
          sku,
          color: 1,
          brand: 1,
          category: 1,
          weight: 1,
          country_of_origin: 'PT',
          attributes: [],
          prices: [],
          images: [image],
        },
        undefined,
      ),
    );
  const set = (status: string, style_key = 'style') => publication.apply({ style_key, status });
  const statuses = () => catalogue.all().map(({ status }) => status);
  return {
    ...publication,
    put,
    set,
    statuses,
    events,
    pass: (seconds: number) => timeline.change({ advance: seconds }),
  };
}

test('a published draft is reviewed for 5 s and activated 2 s later', () => {
  const { put, set, statuses, pass, events } = openPublication();
  put('a');
  expect(set('published')).toEqual([]);
  const trail = [0, 4.9, 0.1, 1.9, 0.1].map((seconds) => {
    pass(seconds);
    return statuses()[0];
  });
  expect(trail).toEqual([
    'pending_approval',
    'pending_approval',
    'pending_active',
    'pending_active',
    'active',
  ]);
  expect(events).toEqual(
    ['pending_approval', 'pending_active', 'active'].map((status) => [
      'product_master.status_updated',
      status,
      ['a'],
    ]),
  );
});

test('a withdrawn product is not approved, and a new submission is reviewed anew', () => {
  const { put, set, statuses, pass } = openPublication();
  put('a');
  set('published');
  pass(3);
  expect(set('draft')).toEqual([]);
  set('published');
  pass(4);
  expect(statuses()).toEqual(['pending_approval']);
  pass(1);
  expect(statuses()).toEqual(['pending_active']);
});

test('publishing twice does not delay the review', () => {
  const { put, set, statuses, pass } = openPublication();
  put('a');
  set('published');
  pass(3);
  expect(set('published')).toEqual([]);
  pass(4);
  expect(statuses()).toEqual(['active']);
});

test('one bad image rejects the whole style, with a reason for it', () => {
  const { put, set, statuses, pass, rejections } = openPublication();
  put('a');
  put('b', BAD);
  set('published');
  pass(5);
  expect(statuses()).toEqual(['rejected', 'rejected']);
  expect(rejections()).toEqual([
    {
      style_key: 'style',
      rejection_reasons: [expect.objectContaining({ key: 'image_quality', type: 'image' })],
      rejection_message: 'Rejected because of b',
      rejected_product_ids_hint: { skus: ['b'] },
    },
  ]);
});

test('an approved product can turn out to be a problem, its siblings become active', () => {
  const { put, set, statuses, pass, events } = openPublication();
  put('a', PROBLEM);
  put('b');
  set('published');
  pass(5);
  expect(statuses()).toEqual(['pending_active', 'pending_active']);
  pass(2);
  expect(statuses()).toEqual(['problem', 'active']);
  expect(events.slice(2)).toEqual([
    ['product_master.status_updated', 'problem', ['a']],
    ['product_master.status_updated', 'active', ['b']],
  ]);
});

test('a problem can be published again only, which leads to a new review', () => {
  const { put, set, statuses, pass, rejections } = openPublication();
  put('a', PROBLEM);
  set('published');
  pass(7);
  expect(set('inactive')).toEqual(['a is problem and cannot be set to inactive']);
  expect(set('draft')).toEqual(['a is problem and cannot be set to draft']);
  put('a', GOOD);
  expect(statuses()).toEqual(['problem']);
  expect(set('published')).toEqual([]);
  expect(statuses()).toEqual(['pending_approval']);
  pass(7);
  expect(statuses()).toEqual(['active']);
  expect(rejections()).toEqual([]);
});

test('of a large style no more is told than can be read', () => {
  const { put, set } = openPublication();
  for (let index = 0; index < 150; index++) put(`sku-${index}`);
  expect(set('inactive')).toHaveLength(100);
});

test('a rejected style can be mended and published again', () => {
  const { put, set, statuses, pass, rejections } = openPublication();
  put('a', BAD);
  set('published');
  pass(5);
  put('a', GOOD);
  expect(rejections()).toHaveLength(1);
  expect(set('published')).toEqual([]);
  expect(rejections()).toEqual([]);
  pass(7);
  expect(statuses()).toEqual(['active']);
});

test('an active product becomes inactive and active again without a review', () => {
  const { put, set, statuses, pass } = openPublication();
  put('a');
  set('published');
  pass(7);
  expect(set('inactive')).toEqual([]);
  expect(statuses()).toEqual(['inactive']);
  expect(set('published')).toEqual([]);
  expect(statuses()).toEqual(['active']);
});

test('a forbidden move of one product changes none of its style', () => {
  const { put, set, statuses, pass } = openPublication();
  put('a');
  set('published');
  pass(7);
  put('b');
  expect(set('draft')).toEqual(['a is active and cannot be set to draft']);
  expect(set('inactive')).toEqual(['b is draft and cannot be set to inactive']);
  expect(statuses()).toEqual(['active', 'draft']);
  expect(set('published')).toEqual([]);
  expect(statuses()).toEqual(['active', 'pending_approval']);
});

test('unknown styles and statuses are refused', () => {
  const { put, set, statuses } = openPublication();
  put('a');
  expect(set('published', 'other')).toEqual(['style_key is not known']);
  expect(set('active')).toEqual(['status must be one of published, inactive, draft']);
  expect(statuses()).toEqual(['draft']);
});

test('a product that has moved to another style is judged there', () => {
  const { put, set, statuses, pass, rejections } = openPublication();
  put('a', BAD);
  set('published');
  put('a', BAD, 'other');
  pass(5);
  expect(statuses()).toEqual(['rejected']);
  expect(rejections().map(({ style_key }) => style_key)).toEqual(['other']);
});
