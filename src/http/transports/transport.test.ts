import { expect, test } from '#testing/unit-test';
import { readOnly, WriteDenied } from './transport.js';

test('a transport that only reads sends no other request', async () => {
  const sent: string[] = [];
  const send = async ({ method }: { readonly method: string }) => {
    sent.push(method);
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  };
  const transport = readOnly({ send, close: async () => {} });
  for (const method of ['GET', 'POST', 'HEAD', 'PATCH', 'OPTIONS', 'DELETE', 'PUT', 'get'])
    await transport.send({ method, url: 'https://a.example.com/?q', headers: {} }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(WriteDenied);
    });
  expect(sent).toEqual(['GET', 'HEAD', 'OPTIONS']);
});
