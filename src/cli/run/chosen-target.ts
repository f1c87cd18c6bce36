import { chooseTarget } from './choose-target.js';

// Import this before anything that reads the contract: Playwright's configuration may be read without our command line.
chooseTarget();
