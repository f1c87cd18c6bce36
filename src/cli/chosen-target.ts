import { chooseTarget } from './choose-target.js';

// To be imported before anything that reads the contract: Playwright's configuration may be read without our command line.
chooseTarget();
