// Importing the contract reads it, so the target's file must be set before.
await import('./chosen-target.js');
await import('./cleanup-command.js');

export {};
