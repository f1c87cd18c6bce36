import type { Asked, Sent } from '../faults/fault.js';
import { asError, withHeaders } from '../faults/plants/responses.js';
import { DOCUMENTATION_URL } from '../http/documentation.js';
import { PREFIX } from '../http/operation.js';
import { OPERATIONS } from '../service/operations.js';
import type { WorldCode } from './world.js';

/** The paths of collections without their trailing slash. */
const WITHOUT_SLASH = new Set(
  OPERATIONS.filter(({ path }) => path.endsWith('/')).map(({ path }) => PREFIX + path.slice(0, -1)),
);

/** The page for people, which loads nothing else: the operations with their limits (clause 8.1). */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Seller Catalog and Order API 1.3.0</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Seller Catalog and Order API</h1>
<p>Version 1.3.0. Every request carries a key in the header X-API-Key.</p>
<table>
<thead><tr><th>Method</th><th>Path</th><th>Purpose</th><th>Requests per minute</th></tr></thead>
<tbody>
${OPERATIONS.map(
  ({ method, path, summary, requestsPerMinute }) =>
    `<tr><td>${method}</td><td>${PREFIX}${path}</td><td>${summary}</td><td>${requestsPerMinute}</td></tr>`,
).join('\n')}
</tbody>
</table>
</body>
</html>
`;

function documentation(sent: Sent, { method, url }: Asked): Sent {
  const [path = ''] = url.split('?');
  if (method !== 'GET' || !path.startsWith(DOCUMENTATION_URL)) return sent;
  if (path.replace(/\/$/, '') !== DOCUMENTATION_URL) return asError(sent, 404, 'There is no such page');
  return { ...withHeaders(sent, { 'content-type': 'text/html; charset=utf-8' }), status: 200, body: PAGE };
}

/** Has the names and envelopes of another world, and shows them nowhere but in its responses. */
export const undescribed: WorldCode = {
  reach: (url) => {
    const [path = ''] = url.split('?');
    return WITHOUT_SLASH.has(path) ? `${PREFIX}/-${path.slice(PREFIX.length)}` : url;
  },
  send: (sent, asked) => (asked.operation === undefined ? documentation(sent, asked) : sent),
};
