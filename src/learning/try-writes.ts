import type { Client } from '../client/client.js';
import type { Transport } from '../client/transport.js';
import type { Settings } from '../target/settings.js';
import type { Survey } from './survey.js';

export interface WriteOptions {
  readonly survey: Survey;
  readonly settings: Settings;
  readonly environment: NodeJS.ProcessEnv;
  /** Keeps to the rate limits. */
  readonly transport: Transport;
  readonly clientOver: (transport: Transport) => Client;
  readonly say: (sentence: string) => void;
}

export async function tryWrites(_options: WriteOptions): Promise<void> {}
