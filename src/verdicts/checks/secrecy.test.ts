import { expect, test } from '#unit-test';
import { type Leak, leakIn } from './secrecy.js';

const leaks: Readonly<Record<Leak['kind'], readonly string[]>> = {
  'a stack trace': [
    'TypeError: x is undefined\n    at Object.<anonymous> (/app/routes/orders.js:10:5)',
    'Error\n    at async read (file:///srv/orders.mjs:3:14)',
    'at node:internal/process/task_queues:95:5',
    'at new Order [as create] (C:\\shop\\orders.js:1:2)',
    'java.lang.IllegalStateException: no order',
    'org.postgresql.util.PSQLException: ERROR',
    '\tat com.shop.Orders.lambda$read$0(Orders.java:42)',
    '\tat sun.reflect.NativeMethodAccessorImpl.invoke0(Native Method)',
    'Traceback (most recent call last):\n  ...',
    '  File "orders.py", line 7, in read',
    'goroutine 17 [running]:',
    'panic: runtime error: index out of range [5] with length 3',
    'orders/read.go:118 +0x1d',
    "thread 'main' panicked at 'no order', src/main.rs:4:5",
    'app/models/order.rb:12:in `read`',
    '   at Shop.Orders.Read(Int32 id) in D:\\src\\Orders.cs:line 42',
    '   at System.Linq.Enumerable.First[TSource](IEnumerable`1 source)',
    'System.NullReferenceException: Object reference not set',
    '#0 index.php(42): Orders->read()',
    'Uncaught Error in orders.php on line 42',
    'PHP Fatal error:  Uncaught TypeError',
  ],
  'a file path': [
    "ENOENT: no such file or directory, open '/app/data/orders.ts'",
    'cannot open "/home/shop/orders"',
    'see /var/log/orders.log',
    'no such file: /usr/share/orders.json',
    'file:///orders',
    'Cannot find module node_modules/pg/lib/index.js',
    'C:\\inetpub\\wwwroot\\orders.aspx',
    'path:/opt/shop/bin',
  ],
  'a query': [
    'failed: SELECT id, name FROM brands WHERE id = $1',
    'select * from "orders" where "number" = $1 - relation does not exist',
    'select "id" from `orders` limit 1',
    'select number, status from orders where merchant = 7',
    'INSERT INTO products (sku) VALUES (1)',
    'insert into "products" ("sku") values ($1)',
    'UPDATE products SET quantity = 3',
    'update "products" set "quantity" = $1',
    'DELETE FROM webhooks WHERE id = 1',
    'DROP TABLE orders',
  ],
  'an internal host name': [
    'connect ECONNREFUSED 127.0.0.1:5432',
    'upstream 10.1.2.3 timed out',
    'upstream 172.16.0.9:80 timed out',
    'upstream 172.31.255.1 timed out',
    'upstream 192.168.1.20, timed out',
    'getaddrinfo ENOTFOUND db.shop.internal',
    'http://orders.shop.svc.cluster.local:8080/read',
    'printer.local.',
    'connect to localhost:6379 failed',
  ],
};

const plain = [
  'Not Found',
  'items[0].prices must have at least 1 item, but has 0',
  'query/per_page must be <= 100',
  '/items/0/style_key must NOT have more than 120 characters',
  'No operation at GET /api/v1/webhooks/usr/7',
  'Select a value from the list of countries.',
  'Please select one of: published, inactive, draft',
  'You cannot delete from a finished batch; update the set of items instead.',
  'The product was created at 2024-05-01T10:11:12Z (UTC), at line 3',
  'At least one image is needed; see https://shop.example.com/api/v1/docs#images',
  'The limit of 50 requests per minute is used up. Try again in 10 s.',
  'style_key a.b.c is unknown; version 1.3.0; price 10.50; ratio 10.5.3',
  'sale_price must be <= retail_price (at 12:30:45)',
  'The order 172-16-0-9 cannot be read by this key: 192.168',
  'Unexpected token } in JSON at position 7',
  'International, local and internal orders; localhosts; a.localized',
  'events[0] must be one of: order.created, stock.updated',
  'time is 12:30:11, ratio c:d',
  'Use text/csv or application/vnd.shop+json; charset=utf-8',
];

const own = () => false;

for (const [kind, texts] of Object.entries(leaks)) {
  test(`${kind} is found in every form`, () => {
    const found = texts.map((text) => [text, leakIn(text, own)?.kind]);
    expect(found).toEqual(texts.map((text) => [text, kind]));
  });
}

test('a plain message is no leak', () => {
  expect(plain.flatMap((text) => leakIn(text, own) ?? [])).toEqual([]);
});

test('what is known is passed over, what comes behind it is not', () => {
  const text = 'no style /etc/passwd in /srv/shop/styles';
  expect(leakIn(text, (found) => found === '/etc/passwd')?.text).toBe('/srv/shop/styles');
  expect(leakIn(text, () => true)).toBeUndefined();
});

test('a long text is searched in time that grows with its length', () => {
  const size = 200_000;
  const texts = ['a', '/', 'a.', '/a', 'at ', 'select ', '10.', '\\', 'C:\\', 'at a(', 'File "', '::', '-'];
  const start = process.cpuUsage();
  for (const text of texts) leakIn(text.repeat(size / text.length), own);
  // Microseconds of this process only: the rest of the machine's work doesn't count.
  expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
});
