// Must not compile: proof/catalogue.test.ts expects the errors that the compiler gives for this file.
import { covers } from '../../src/contract/requirements/covers.js';

covers('BAT-09', 'BAT-10');
covers('BAT-99');
covers('BAT-09', 'bat-10');
covers();
