import { expect, test } from '#testing/unit-test';
import { readOnly, WriteDenied } from './transport.js';

test('a transport that only reads sends no other request', async () => {
  const sent: string[] = [];
  const send = async ({ method }: { readonly method: string }) => {
    sent.push(method);
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  };
  const transport = readOnly({ send });
  const ask = (method: string) => transport.send({ method, url: 'https://a.example.com/', headers: {} });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await ask(method);
  for (const method of ['POST', 'PATCH', 'DELETE', 'get'])
    await expect(ask(method)).rejects.toThrow(WriteDenied);
  expect(sent).toEqual(['GET', 'HEAD', 'OPTIONS']);
});
