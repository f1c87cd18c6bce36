import { copyCommands } from './copy-commands.js';
import { filterRequirements } from './filter-requirements.js';
import { printEverything } from './printing.js';
import { chooseTheme } from './theme.js';
import { showViews } from './views.js';

/** What a script adds to a page that can be read without it. */
chooseTheme();
copyCommands();
printEverything();
showViews(filterRequirements());
