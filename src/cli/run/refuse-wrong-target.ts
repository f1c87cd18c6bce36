import { TargetFileError } from '../../contract/mapping/file/read-target-file.js';
import { standardError } from '../../report/terminal/terminal.js';

// Playwright itself would end with exit code 1, which stands for a violation.
await import('../../contract/documents/document.js').catch((error: unknown) => {
  if (!(error instanceof TargetFileError)) throw error;
  standardError.say(error.message);
  process.exit(2);
});
