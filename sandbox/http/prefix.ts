/** The prefix of all operations (clause 9). */
export const PREFIX = '/api/v1';
