import type { WebhookEvent } from '../webhook-delivery.js';

/** Tells a merchant's subscribers that something happened; the message is any JSON object (gap G-12). */
export type Emit = (event: WebhookEvent, message: Readonly<Record<string, unknown>>) => void;
