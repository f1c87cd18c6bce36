import { rawRequest, talk } from '../../testing/raw-connection.js';
import { expect, test } from '../../testing/settings-test.js';

const FORM = 'application/x-www-form-urlencoded';

test('a form is taken as a browser sends it, and in no other way', async ({ sandbox }) => {
  const send = async (type: string | undefined, more: object = {}) => {
    const { statusCode, headers, body } = await sandbox.app.inject({
      method: 'POST',
      url: '/settings/sign-in',
      headers: { ...(type !== undefined && { 'content-type': type }), ...more },
      payload: 'email=a&password=b',
    });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    return [statusCode, /<h1>(.*?)<\/h1>/.exec(body)?.[1]];
  };
  for (const type of [FORM, `${FORM}; charset=utf-8`, FORM.toUpperCase()])
    expect(await send(type), type).toEqual([403, 'Form out of date']);
  for (const type of [undefined, '', 'application/json', 'multipart/form-data; boundary=x', `${FORM}x`])
    expect(await send(type), String(type)).toEqual([415, 'No form']);
  expect(await send(FORM, { 'content-encoding': 'gzip' })).toEqual([415, 'No form']);
});

test('a form of more than 16 KiB is refused, and one that fits is read', async ({ sandbox, admin }) => {
  const page = await admin.get('/settings/api-keys/new');
  const entered = await admin.submit(page, '/settings/api-keys', { label: 'x'.repeat(15 * 1024) });
  expect(entered).toMatchObject({ status: 400, heading: 'Add a key' });
  const tooLarge = await admin.submit(page, '/settings/api-keys', { label: 'x'.repeat(16 * 1024) });
  expect(tooLarge).toMatchObject({ status: 413, heading: 'Form too large' });
  expect(sandbox.merchants.keys.keysOf(sandbox.merchantId)).toHaveLength(4);
});

test('a form that breaks off is answered with a page', async ({ sandbox }) => {
  const headers = [`content-type: ${FORM}`, 'content-length: 100'];
  const request = rawRequest('POST', '/settings/sign-in', headers, 'email=a');
  const [answer] = await talk(sandbox.app, [request], { shut: true });
  expect(answer).toMatchObject({
    status: 400,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: expect.stringContaining('<h1>Form incomplete</h1>'),
  });
});
