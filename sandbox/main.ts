import { randomBytes } from 'node:crypto';
import { CommanderError } from 'commander';
import type { FastifyInstance } from 'fastify';
import { destination, type Logger, pino } from 'pino';
import { type AppOptions, createApp } from './app.js';
import { CONTROL_PREFIX } from './control/control.js';
import { createMerchants, type MerchantPair, type MerchantsOptions } from './domain/merchants.js';
import { createReferenceData, type ReferenceData } from './domain/reference-data.js';
import { createFirstUsers } from './domain/users.js';
import { FlagError, type Flags, parseFlags } from './flags.js';
import { PREFIX } from './http/operation.js';
import { SETTINGS_PREFIX } from './http/serve-operations.js';

/** The most time for an orderly end, in milliseconds; after that, the process ends anyway. */
const PATIENCE = 800;

/**
 * The pause between two checks that the process that the sandbox ends with is still running, in milliseconds.
 */
const PAUSE = 500;

/** A sandbox to start, and how it differs from the usual one. */
interface Wanted {
  /** Lines to print before anything else. */
  title: readonly string[];
  rules?: MerchantsOptions['rules'];
  /** The path of the service below the address of the sandbox. */
  base?: string | undefined;
  app?: Partial<AppOptions>;
}

/** Starts the requested sandboxes, prints their addresses and keys, and ends them on SIGTERM or SIGINT, or with another process. */
async function main(flags: Flags): Promise<void> {
  const log = pino({ level: flags.logLevel, base: null }, destination({ dest: 2, sync: false }));
  const sandboxes = await wantedBy(flags);
  const started: FastifyInstance[] = [];
  // A process that waits for the addresses may send the signal as soon as it has read them.
  const end = (): void => {
    setTimeout(() => process.exit(0), PATIENCE).unref();
    Promise.all(started.map((app) => app.close())).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const parent = Number(process.env.SANDBOX_ENDS_WITH);
  if (parent > 0) setInterval(() => isGone(parent) && end(), PAUSE).unref();

  const shared = { referenceData: createReferenceData(flags.seed), firstUsers: createFirstUsers() };
  for (const wanted of sandboxes)
    started.push(await start(flags, log, shared, wanted, sandboxes.length === 1));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** @param isOnly whether this is the only sandbox: only then are the next steps for a person printed */
async function start(
  { port, host, speed, seed, control, countries }: Flags,
  log: Logger,
  {
    referenceData,
    firstUsers,
  }: { referenceData: ReferenceData; firstUsers: ReturnType<typeof createFirstUsers> },
  { title, rules, base = '', app: other }: Wanted,
  isOnly: boolean,
) {
  const onError = (error: unknown) => log.error({ error }, 'failed');
  const merchants = createMerchants({ seed, speed, onError, referenceData, rules });
  const ready = merchants.create(countries && { countries });
  firstUsers.addTo(merchants.users, ready);
  const givenToken = process.env.SANDBOX_CONTROL_TOKEN || undefined;
  const token = givenToken ?? randomBytes(24).toString('base64url');
  const app = createApp({ merchants, log, control: control ? { token } : undefined, ...other });
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new FlagError(`Port ${port} is in use: name a free one with --port, or 0 for any.`);
  });
  const lines = [
    ...title,
    ...(control ? [`Control: ${address}${CONTROL_PREFIX}`] : []),
    ...(control && givenToken === undefined ? [`Control token: ${token}`] : []),
    `API key: ${ready.apiKey}`,
    `Merchant: ${ready.merchantId}`,
    `Countries: ${merchants
      .first()
      ?.markets.map(({ country }) => country.code)
      .join(', ')}`,
    `Other merchant's API key: ${ready.otherApiKey}`,
    `Settings: ${address}${SETTINGS_PREFIX}`,
    `Settings users: ${firstUsers.emails.join(', ')}`,
    `Settings password: ${firstUsers.password}`,
    `Sandbox ready: ${address}${base}`,
  ];
  const shownToken = givenToken === undefined ? token : '$SANDBOX_CONTROL_TOKEN';
  const steps = isOnly ? nextSteps(address, base, ready, control ? shownToken : undefined) : [];
  // In one piece: a program that has read the address may read no further.
  process.stdout.write(`${[...lines, ...steps].join('\n')}\n`);
  return app;
}

/**
 * What a person can do with a sandbox that has started.
 * @param token the control token as a shell writes it; undefined if there is no control interface
 */
function nextSteps(
  address: string,
  base: string,
  { apiKey, merchantId }: MerchantPair,
  token: string | undefined,
): string[] {
  return [
    '',
    `Send a request        curl -H 'X-API-Key: ${apiKey}' ${address}${base}${PREFIX}/countries/`,
    ...(token === undefined
      ? []
      : [
          `Make an order         curl -X POST -H "X-Control-Token: ${token}" ${address}${CONTROL_PREFIX}/merchants/${merchantId}/orders`,
        ]),
    `Read about the rest   ${address}${base}${PREFIX}/docs`,
    `Manage the keys       ${address}${SETTINGS_PREFIX} (with a user and the password above)`,
    'See each request      start it with --log-level info',
    'End it                Ctrl-C',
  ];
}

/** The requested sandboxes, one for each fault. Only a run with faults or a world loads the code for them. */
async function wantedBy({ fault: faults, world: name }: Flags): Promise<Wanted[]> {
  if (faults.length === 0 && name === undefined) return [{ title: [] }];
  const { plantedOptions } = await import('./faults/planted-app.js');
  const { findPlanting } = await import('./faults/index.js');
  const { findWorld } = await import('./worlds/index.js');
  const { workingsIn } = await import('./worlds/world.js');
  const world = name === undefined ? undefined : findWorld(name);
  return (faults.length === 0 ? [undefined] : faults).map((fault) => {
    // A clean one among faulty ones shows that no fault reaches beyond its own sandbox.
    const planting = fault === undefined || fault === 'none' ? undefined : findPlanting(fault);
    const workings = workingsIn(world, planting);
    const title = [...(world ? [`World: ${world.name}`] : []), ...(fault ? [`Fault: ${fault}`] : [])];
    return { title, rules: workings.rules, base: workings.base, app: plantedOptions(workings) };
  });
}

/** Prints all faults, or all lies about single fields, as JSON. */
async function listFaults({ listLies }: Flags): Promise<void> {
  const { describedFaults, describedLies } = await import('./faults/index.js');
  process.stdout.write(
    `${JSON.stringify(listLies === true ? describedLies() : describedFaults(), null, 2)}\n`,
  );
}

/** Prints all worlds, one line each with a name and a sentence. */
async function listWorlds(): Promise<void> {
  const { WORLDS } = await import('./worlds/index.js');
  process.stdout.write(WORLDS.map(({ name, does }) => `${name}: ${does}\n`).join(''));
}

try {
  const flags = parseFlags(process.argv.slice(2), (text) => process.stderr.write(text));
  if (flags.listFaults === true || flags.listLies === true) await listFaults(flags);
  else if (flags.listWorlds === true) await listWorlds();
  else await main(flags);
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof FlagError ? 2 : 1);
}
