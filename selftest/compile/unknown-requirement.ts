// Must not compile: selftest/catalogue.test.ts expects the errors that the compiler gives for this file.
import { covers } from '../../src/requirements/covers.js';

covers('BAT-09', 'BAT-10');
covers('BAT-99');
covers('BAT-09', 'bat-10');
covers();
