import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { beServed, declareALimitOfEach, declareTheVersion, nameEach } from './description.js';

const brands = { method: 'GET', path: '/api/v1/brands/' };
const ship = { method: 'POST', path: '/api/v1/orders/ship' };
const described = (body: unknown = { openapi: '3.1.0' }, status = 200) => ({
  exchange: exampleExchange({ body, status }),
  document: exampleExchange({ body, status }).json,
  operations: new Map([['GET /shop/brands', {}]]),
  version: '1.30' as unknown,
  names: ({ path }: { path: string }) => path === brands.path,
  limitOf: ({ path }: { path: string }) => (path === brands.path ? 50 : undefined),
});

oracleTest('a description is served, valid, with its version, operations and limits', () => {
  const invalid = { ...described(), problem: '/paths must be object' };
  return [
    [beServed(described({}, 404)), 'status: status 404 [G-18]'],
    [beServed(described('<html></html>')), 'body: the body is not JSON, and no YAML [G-18]'],
    [nameEach(described({ paths: {} }), []), 'body: the object {"paths":{}} [G-18]'],
    [declareALimitOfEach(invalid, []), 'body: an invalid document: /paths must be object [G-18]'],
    [declareTheVersion(described(), '1.3.0'), 'info.version: the string "1.30" []', ['1.3.0']],
    [
      nameEach(described(), [brands, ship]),
      'paths: no entry for POST /api/v1/orders/ship; it has GET /shop/brands []',
    ],
    [declareALimitOfEach(described(), [brands, ship]), 'paths: none for POST /api/v1/orders/ship [G-18]'],
  ];
});
