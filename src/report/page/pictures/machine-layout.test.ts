import fc from 'fast-check';
import { expect, test } from '#testing/unit-test';
import type { StateMachineReport } from '../../data/conformance-report.js';
import { type Edge, layoutOf, stateSize } from './machine-layout.js';

const states = ['draft', 'pending_approval', 'rejected', 'active', 'inactive', 'unheard_of'];
const machines: fc.Arbitrary<StateMachineReport> = fc
  .uniqueArray(
    fc.record({
      from: fc.constantFrom(...states),
      to: fc.constantFrom(...states),
      by: fc.constantFrom('updateProductStatus', 'time'),
      legal: fc.boolean(),
      times: fc.nat(2000),
    }),
    { maxLength: 14, selector: ({ from, to, by }) => `${from} ${to} ${by}` },
  )
  .map((all) => ({
    name: 'product',
    states: states.slice(0, 5),
    transitions: all.map((each) => ({ ...each, tests: [] })),
  }));

test('every transition belongs to exactly one edge, between its states', () => {
  fc.assert(
    fc.property(machines, (machine) => {
      const { edges } = layoutOf(machine);
      const sumOf = (all: readonly { readonly times: number }[]) =>
        all.reduce((sum, { times }) => sum + times, 0);
      return (
        sumOf(edges) === sumOf(machine.transitions) &&
        machine.transitions.every((transition) => {
          const [edge, ...others] = edges.filter(({ transitions }) => transitions.includes(transition));
          const { from, to, legal } = transition;
          return others.length === 0 && edge?.from === from && edge.to === to && edge.legal === legal;
        })
      );
    }),
  );
});

test('every edge begins and ends at the border of its states, and everything is inside the picture', () => {
  fc.assert(
    fc.property(machines, (machine) => {
      const { width, height, states: placed, edges } = layoutOf(machine);
      const touches = (name: string, corner: { readonly x: number; readonly y: number } | undefined) => {
        const { x, y } = placed.find((each) => each.name === name) ?? { x: Number.NaN, y: Number.NaN };
        return (
          corner !== undefined &&
          [corner.x - x, x + stateSize.width - corner.x].every((gap) => gap >= 0) &&
          [corner.y - y, y + stateSize.height - corner.y].every((gap) => gap >= 0)
        );
      };
      return edges.every(
        ({ from, to, corners, label }) =>
          touches(from, corners[0]) &&
          touches(to, corners.at(-1)) &&
          [...corners, label].every(({ x, y }) => x > 0 && x < width && y > 0 && y < height),
      );
    }),
  );
});

test('no two edges run along the same line, so that each can be followed and its label read', () => {
  fc.assert(
    fc.property(machines, (machine) => {
      const runs = layoutOf(machine).edges.map(verticalOf);
      return runs.every((a, index) =>
        runs.slice(index + 1).every((b) => a.x !== b.x || a.to < b.from || b.to < a.from),
      );
    }),
  );
});

test('the labels of a product’s steps do not overlap, and fit on a small screen', () => {
  const steps = [
    ['draft', 'pending_approval'],
    ['pending_approval', 'draft'],
    ['pending_approval', 'rejected'],
    ['rejected', 'pending_approval'],
    ['rejected', 'draft'],
    ['active', 'inactive'],
    ['inactive', 'active'],
    ['inactive', 'draft'],
  ];
  const transitions = steps.map(([from = '', to = '']) => {
    return { from, to, by: 'time', legal: true, times: 1234, tests: [] };
  });
  const { width, edges } = layoutOf({ name: 'product', states: states.slice(0, 5), transitions });
  expect(width).toBeLessThanOrEqual(288);
  const boxes = edges.map(boxOf);
  const overlapping = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top),
  );
  expect(overlapping).toEqual([]);
});

/** The vertical part of an edge, which is where it can meet another. */
function verticalOf({ corners }: Edge) {
  const [a, b] = corners.length === 2 ? corners : corners.slice(1, 3);
  const ys = [a?.y ?? Number.NaN, b?.y ?? Number.NaN];
  return { x: a?.x, from: Math.min(...ys), to: Math.max(...ys) };
}

/** The room that `×1,234` takes. */
function boxOf({ label: { x, y, anchor } }: Edge) {
  const width = 38;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 6, bottom: y + 6 };
}
