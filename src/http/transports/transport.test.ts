import { expect, test } from '#testing/unit-test';
import { operations } from '../../contract/operations.js';
import { readOnly, titleOf, WriteDenied } from './transport.js';

test('reads are sent, and requests that could write are not', async () => {
  const sent: string[] = [];
  const response = { status: 200, headers: {}, body: Buffer.alloc(0) };
  const transport = readOnly({
    send: async (request) => {
      sent.push(titleOf(request));
      return response;
    },
    close: async () => void sent.push('closed'),
  });
  const send = (method: string) => transport.send({ method, url: 'https://a.example.com/?q', headers: {} });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(await send(method)).toBe(response);
  const writing = new Set(operations.filter(({ safe }) => !safe).map(({ method }) => method));
  expect([...writing].sort()).toEqual(['DELETE', 'PATCH', 'POST']);
  for (const method of [...writing, 'PUT', 'get']) await expect(send(method)).rejects.toThrow(WriteDenied);
  await transport.close();
  expect(sent).toEqual(['GET /', 'HEAD /', 'OPTIONS /', 'closed']);
});
