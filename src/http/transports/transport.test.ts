import { expect, test } from '#testing/unit-test';
import { readOnly, WriteDenied } from './transport.js';

test('a transport that only reads sends no other request', async () => {
  const transport = readOnly({ send: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }) });
  const ask = (method: string) => transport.send({ method, url: 'https://a.example.com/', headers: {} });
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await ask(method)).status).toBe(200);
  for (const method of ['POST', 'PATCH', 'DELETE', 'get'])
    await expect(ask(method)).rejects.toThrow(WriteDenied);
});
