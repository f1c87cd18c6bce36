import { copyCommands } from './copy-commands.js';
import { filterRequirements } from './filter-requirements.js';
import { printEverything } from './printing.js';
import { chooseTheme } from './theme.js';
import { showViews } from './views.js';

/** What a script adds to a page that can be read without it. */
try {
  chooseTheme();
  copyCommands();
  printEverything();
  showViews(filterRequirements());
} catch (error) {
  // Better all views at once than none.
  document.documentElement.classList.remove('scripted');
  throw error;
}
