export { createdKeyPage } from './created-key-page.js';
export { keyListPage } from './key-list-page.js';
export { newKeyPage } from './new-key-page.js';
export { overviewPage } from './overview-page.js';
export { problemPage } from './problem-page.js';
export { revokeKeyPage } from './revoke-key-page.js';
export { signInPage } from './sign-in-page.js';
