import { expect, test } from '#unit-test';
import { openBrowser } from '../testing/browser.js';
import { openSandbox } from '../testing/open-sandbox.js';
import { signedIn } from '../testing/settings-test.js';
import type { Workings } from './fault.js';
import { plantedOptions } from './planted-app.js';
import { CLEAN } from './workings.js';

test('workings decide about the settings area of their own merchant', async () => {
  const faulty: Workings = {
    ...CLEAN,
    rules: { ...CLEAN.rules, mayManageKeys: () => true },
    sendPage: (page) => ({ ...page, body: page.body.replace('<h1>', '<h1>Faulty: ') }),
  };
  const sandbox = openSandbox(plantedOptions((id) => (id === sandbox.merchantId ? faulty : CLEAN)));
  const member = await signedIn(sandbox, 'Member');
  expect(await member.get('/settings/api-keys')).toMatchObject({ status: 200, heading: 'Faulty: API Keys' });
  expect((await openBrowser(sandbox.app).get('/settings/sign-in')).heading).toBe('Sign in');
  const clean = openSandbox(plantedOptions(() => CLEAN));
  const other = await signedIn(clean, 'Member');
  expect(await other.get('/settings/api-keys')).toMatchObject({ status: 403, heading: 'Not allowed' });
  await Promise.all([sandbox.app.close(), clean.app.close()]);
});

test('what has the last word about answers has none about pages', async () => {
  const urls: string[] = [];
  const workings: Workings = {
    ...CLEAN,
    send(sent, { url }) {
      urls.push(url);
      return sent;
    },
  };
  const sandbox = openSandbox(plantedOptions(() => workings));
  await signedIn(sandbox, 'Admin');
  await sandbox.send('GET', '/brands');
  expect(urls).toEqual(['/api/v1/brands']);
  await sandbox.app.close();
});
