import { oracleTest } from '#testing/oracle-rows';
import { beNarrowedTo, having } from './filtered.js';

const rows = ['draft', 'active', 'active'].map((status, index) => ({ sku: 'abc'[index], status }));
const [a, b, c] = rows;

oracleTest('a filtered list may lack a row that changes while the lists are read', () => {
  const activated = { ...a, status: 'active' };
  const later = [activated, { ...b, status: 'inactive' }, c];
  const between = (...narrowed: readonly unknown[]) =>
    beNarrowedTo(narrowed, having('status', 'active'), 'sku', rows, later);
  return [
    [between(c), 'holds'],
    [between(activated, b, c), 'holds'],
    [between(b), 'body items: none with the sku c', ['all rows whose status is "active"']],
    [between(c, { sku: 'd', status: 'active' }), 'body items: one with the sku d'],
  ];
});
