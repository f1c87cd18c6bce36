import { expect, test } from '#unit-test';
import { nextStep } from './hiding.js';

/** The statuses of a style's products, the refused statuses, and the next step. */
const steps: readonly (readonly [
  statuses: readonly string[],
  refused: readonly string[],
  step: ReturnType<typeof nextStep>,
])[] = [
  [['draft', 'inactive', 'rejected', 'problem'], [], undefined],
  [[], [], undefined],
  [['pending_approval'], [], 'draft'],
  [['pending_approval', 'draft'], [], 'draft'],
  [['pending_approval'], ['draft'], 'wait'],
  [['pending_approval', 'active'], [], 'wait'],
  [['pending_active'], [], 'wait'],
  [['active'], [], 'inactive'],
  [['active', 'inactive'], [], 'inactive'],
  [['active', 'draft'], [], 'inactive'],
  [['active', 'draft'], ['inactive'], 'published'],
  [['active', 'draft'], ['inactive', 'published'], undefined],
];

for (const [statuses, refused, step] of steps) {
  const but = refused.length > 0 ? ` that can't be ${refused.join(' or ')}` : '';
  test(`a style of ${statuses.join(', ') || 'no products'}${but}: ${step ?? 'nothing more'}`, () => {
    expect(nextStep(statuses, new Set(refused))).toBe(step);
  });
}
