// The contract is read as soon as it is imported: the target's file must be known before.
await import('./chosen-target.js');
await import('./plan-command.js');

export {};
