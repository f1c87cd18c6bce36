import { expect, test } from '#unit-test';
import { operation } from '../contract/operations.js';
import { Line } from './attempts.js';
import { type Transport, TransportError } from './transport.js';

const [brands, countries] = [operation('listBrands'), operation('listCountries')];
const request = { method: 'GET', url: 'http://target.invalid/', headers: {} };
const response = { status: 200, headers: {}, body: Buffer.alloc(0) };

function kit() {
  const state = { time: 0, kind: undefined as 'cut' | 'gone' | undefined };
  const line = new Line(() => state.time);
  const transport: Transport = {
    send: async () => {
      if (state.kind === undefined) return response;
      throw new TransportError(request, { kind: state.kind, reason: 'the line was cut', wayOut: 'mend it' });
    },
    close: async () => {},
  };
  const send = (of: typeof brands, kind?: 'cut' | 'gone') => {
    state.kind = kind;
    return line
      .watched(transport)
      .send(request, `${of.method} ${of.path}`)
      .catch(() => {});
  };
  return { state, line, send };
}

test('a request that is lost where others of its operation are answered makes the line doubtful, for a while', async () => {
  const { state, line, send } = kit();
  await send(brands);
  expect(line.isSoundBut(countries)).toBe(true);
  await send(brands, 'cut');
  expect(line.isSoundBut(countries)).toBe(false);
  expect(line.isSoundBut(brands)).toBe(true);
  state.time += 600_001;
  expect(line.isSoundBut(countries)).toBe(true);
});

test('an operation of which everything is lost says nothing about the line', async () => {
  const { line, send } = kit();
  await send(brands, 'cut');
  await send(brands, 'cut');
  expect(line.isSoundBut(countries)).toBe(true);
});

test('what was not sent was not lost', async () => {
  const { line, send } = kit();
  await send(brands);
  await send(brands, 'gone');
  expect(line.isSoundBut(countries)).toBe(true);
});
