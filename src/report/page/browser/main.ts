import { filterRequirements } from './filter-requirements.js';
import { chooseTheme, copyCommands, printEverything } from './theme.js';
import { showViews } from './views.js';

/** The scripts of a page that can also be read without them. */
try {
  chooseTheme();
  copyCommands();
  printEverything();
  showViews(filterRequirements());
} catch (error) {
  // Showing all views at once is better than showing none.
  document.documentElement.classList.remove('scripted');
  throw error;
}
