import { randomBytes } from 'node:crypto';
import { destination, pino } from 'pino';
import { createApp } from './app.js';
import { CONTROL_PREFIX } from './control/index.js';
import { createMerchants } from './domain/merchants.js';
import { FlagError, type Flags, parseFlags } from './flags.js';

/** How long an orderly end may take, in milliseconds, before the process ends anyway. */
const PATIENCE = 800;

/** Starts the sandbox, prints where it is and how to get in, and ends it on SIGTERM or SIGINT. */
async function main({ port, host, speed, seed, logLevel, control }: Flags): Promise<void> {
  const log = pino({ level: logLevel, base: null }, destination({ dest: 2, sync: false }));
  const merchants = createMerchants({ seed, speed, onError: (error) => log.error({ error }, 'failed') });
  const ready = merchants.create();
  const givenToken = process.env.SANDBOX_CONTROL_TOKEN || undefined;
  const token = givenToken ?? randomBytes(24).toString('base64url');
  const app = createApp({
    merchants,
    log,
    ...(control && { control: { token, kept: [ready.merchantId, ready.otherMerchantId] } }),
  });

  const end = (): void => {
    setTimeout(() => process.exit(0), PATIENCE).unref();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);

  const address = await app.listen({ port, host });
  const lines = [
    ...(control ? [`Control: ${address}${CONTROL_PREFIX}`] : []),
    ...(control && givenToken === undefined ? [`Control token: ${token}`] : []),
    `API key: ${ready.apiKey}`,
    `Other merchant's API key: ${ready.otherApiKey}`,
    `Sandbox ready: ${address}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main(parseFlags(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof FlagError ? 2 : 1);
}
