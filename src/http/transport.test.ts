import { expect, test } from '#unit-test';
import { operations } from '../contract/operations.js';
import { readOnly, WriteDenied } from './transport.js';

test('reads are sent, and nothing that could write is', async () => {
  const sent: string[] = [];
  const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
  const transport = readOnly({
    send: async (request, title) => {
      sent.push(`${request.method} ${title}`);
      return response;
    },
    close: async () => void sent.push('closed'),
  });
  const send = (method: string) =>
    transport.send({ method, url: 'https://a.example.com/', headers: {} }, 'a title');
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await send(method)).toBe(response);
  const writing = new Set(operations.filter(({ safe }) => !safe).map(({ method }) => method));
  expect([...writing].sort()).toEqual(['DELETE', 'PATCH', 'POST']);
  for (const method of [...writing, 'PUT', 'get']) await expect(send(method)).rejects.toThrow(WriteDenied);
  await transport.close();
  expect(sent).toEqual(['GET a title', 'HEAD a title', 'OPTIONS a title', 'closed']);
});
