/** Where the settings area is served: a path that every client of the control interface is told. */
export const SETTINGS_PREFIX = '/settings';
