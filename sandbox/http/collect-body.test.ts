import { PassThrough, Readable } from 'node:stream';
import { expect, test } from '#unit-test';
import { BODY_LIMIT, CUT_OFF, collectBody } from './collect-body.js';

test('a body is taken in to its end', async () => {
  const { content, bytes, problem } = await collectBody(Readable.from([Buffer.from('ab'), Buffer.from('c')]));
  expect([content.toString(), bytes, problem]).toEqual(['abc', 3, undefined]);
});

test('of a body that is too large nothing is kept, and it is taken in all the same', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const { content, bytes, problem } = await collectBody(
    Readable.from(Array.from({ length: 12 }, () => chunk)),
  );
  expect([content.length, bytes, problem]).toEqual([
    0,
    12 * chunk.length,
    expect.stringContaining(`${BODY_LIMIT}`),
  ]);
});

test('a body without an end is given up', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const endless = new Readable({
    read() {
      setImmediate(() => this.push(chunk));
    },
  });
  const { problem } = await collectBody(endless);
  endless.destroy();
  expect(problem).toContain('at most');
});

for (const [how, end] of [
  ['is cut off', (stream: PassThrough) => stream.emit(CUT_OFF)],
  ['fails', (stream: PassThrough) => stream.destroy(new Error('reset'))],
  ['is closed', (stream: PassThrough) => stream.destroy()],
] as const)
  test(`a body that ${how} is not complete`, async () => {
    const stream = new PassThrough();
    stream.write('{"items":');
    const collected = collectBody(stream);
    end(stream);
    expect(await collected).toMatchObject({ problem: 'body ends before it is complete' });
    expect(await collectBody(stream.destroy())).toHaveProperty('problem');
  });
