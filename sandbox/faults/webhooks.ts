import type { Fault } from './fault.js';
import { deliveryFaults } from './webhooks/deliveries.js';
import { eventTypeFaults } from './webhooks/event-types.js';
import { refusalFaults } from './webhooks/refusals.js';
import { retryFaults } from './webhooks/retries.js';
import { secretFaults } from './webhooks/secrets.js';
import { signatureFaults } from './webhooks/signatures.js';
import { subscriptionFaults } from './webhooks/subscriptions.js';

/** Faults of webhook subscriptions and deliveries. */
export const webhooksFaults: readonly Fault[] = [
  ...eventTypeFaults,
  ...subscriptionFaults,
  ...refusalFaults,
  ...deliveryFaults,
  ...signatureFaults,
  ...retryFaults,
  ...secretFaults,
];
