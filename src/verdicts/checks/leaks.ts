import { matchesIn } from '../../contract/values/search.js';

/** A string that every match contains and that is quick to search for, and the expression that then decides. */
type Pattern = readonly [mark: string, expression: RegExp];

/** The patterns of each kind of leak. */
const patterns: Readonly<Record<string, readonly Pattern[]>> = {
  'a stack trace': [
    // V8: at read (file:///srv/orders.js:3:14), at node:internal/process:95:5
    ['at ', /\bat (?:[^\s()]{1,200} ){0,4}\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]*:\d+:\d+/g],
    // Java, Kotlin, Scala: at com.shop.Orders.read(Orders.java:42), java.lang.IllegalStateException
    ['at ', /\bat [\w$.]+\((?:[\w$]+\.(?:java|kt|scala|groovy)(?::\d+)?|Native Method|Unknown Source)\)/g],
    [
      'Exception',
      /(?<![\w$.])(?:java|javax|jakarta|kotlin|scala|org|com|net|io)\.(?:[\w$]+\.)+[\w$]*Exception\b/g,
    ],
    ['Error', /(?<![\w$.])(?:java|javax|jakarta|kotlin|scala|org|com|net|io)\.(?:[\w$]+\.)+[\w$]*Error\b/g],
    // Python
    ['Traceback ', /Traceback \(most recent call last\)/g],
    ['File "', /File "[^"\n]{1,300}", line \d+/g],
    // Go, Rust, Ruby
    ['goroutine ', /\bgoroutine \d+ \[/g],
    ['panic: ', /\bpanic: runtime error/g],
    ['panicked at ', /\bpanicked at /g],
    ['.go:', /(?<![\w./-])[\w./-]+\.go:\d+\b/g],
    ['.rs:', /(?<![\w./-])[\w./-]+\.rs:\d+\b/g],
    ['.rb:', /(?<![\w./-])[\w./-]+\.rb:\d+\b/g],
    // .NET: at Shop.Orders.Read(Int32 id) in C:\src\Orders.cs:line 42, System.NullReferenceException
    [':line ', /\bat [\w.<>`,[\]]+\([^()\n]{0,300}\) in [^\n]{1,300}:line \d+/g],
    ['at ', /\bat (?:System|Microsoft)\.[\w.<>`,[\]]+\(/g],
    ['Exception', /(?<![\w.])(?:System|Microsoft)\.(?:\w+\.)*\w*Exception\b/g],
    // PHP: #0 /srv/orders.php(42): Orders->read(), in orders.php on line 42
    ['.php', /#\d+ [^\s()]+\.php\(\d+\)|\.php(?: on line |:)\d+/g],
    ['PHP ', /PHP (?:Fatal|Parse) error/g],
  ],
  'a file path': [
    ['/', /(?<![\w./-])\/(?:usr|home|var|etc|opt|srv|root|tmp|proc|mnt|private|Users)\/[\w.@/-]+/g],
    [
      '/',
      /(?<![\w./-])(?:\/[\w.@-]+)+\.(?:[cm]?[jt]sx?|java|kt|class|jar|py|rb|php|go|rs|cs|cpp|sql|dll|so)\b/g,
    ],
    ['file:', /\bfile:\/\/\/?[\w.@/-]+/g],
    ['node_modules', /\bnode_modules[\\/][\w.@\\/-]*/g],
    [':\\', /(?<!\w)[A-Za-z]:\\[\w.$-][^\s"'<>|]*/g],
  ],
  // In lower case, SQL reads much like English, so these patterns require more before they call a string a query.
  'a query': [
    ['SELECT', /\bSELECT\s[^;]{1,300}?\sFROM\s+["`[]?\w+/g],
    ['select', /\bselect\s+(?:distinct\s+)?(?:\*|count\(|["`[])[^;]{0,300}?\sfrom\s+["`[]?\w+/g],
    ['where', /\bselect\s[^;]{1,300}?\sfrom\s+[\w.]+(?:\s+\w+)?\s+where\s+[\w."`]+\s*(?:[=<>]|in\b|like\b)/g],
    ['INSERT INTO', /\bINSERT INTO\s+["`[\w.\]]+\s*(?:\(|VALUES|SELECT)/g],
    ['insert into', /\binsert into\s+["`[\w.\]]+\s*(?:\(|values|select)/g],
    ['UPDATE', /\bUPDATE\s+["`[\w.\]]+\s+SET\s+["`[\w.\]]+\s*=/g],
    ['update', /\bupdate\s+["`[\w.\]]+\s+set\s+["`[\w.\]]+\s*=/g],
    ['DELETE FROM', /\bDELETE FROM\s+["`[]?[\w.]+/g],
    ['delete from', /\bdelete from\s+["`[\w.\]]+\s+where\s/g],
    [' TABLE', /\b(?:CREATE|ALTER|DROP|TRUNCATE) TABLE\b[^;]{0,100}/g],
  ],
  'an internal host name': [
    ['localhost', /(?<![\w.-])localhost\b(?!\.\w)(?::\d{1,5})?/g],
    ['127.', /(?<![\w.-])127(?:\.\d{1,3}){3}(?![\w-]|\.\d)(?::\d{1,5})?/g],
    ['10.', /(?<![\w.-])10(?:\.\d{1,3}){3}(?![\w-]|\.\d)(?::\d{1,5})?/g],
    ['172.', /(?<![\w.-])172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}(?![\w-]|\.\d)(?::\d{1,5})?/g],
    ['192.168.', /(?<![\w.-])192\.168(?:\.\d{1,3}){2}(?![\w-]|\.\d)(?::\d{1,5})?/g],
    ['.internal', /(?<![\w.-])(?:[\w-]+\.)+internal(?![\w-]|\.\w)(?::\d{1,5})?/g],
    ['.local', /(?<![\w.-])(?:[\w-]+\.)+local(?:domain)?(?![\w-]|\.\w)(?::\d{1,5})?/g],
    ['.svc', /(?<![\w.-])(?:[\w-]+\.)+svc(?![\w-]|\.\w)(?::\d{1,5})?/g],
  ],
};

/**
 * Searches a string for stack traces (V8, Java, Python, Go, Rust, Ruby, .NET, PHP), file paths, SQL and internal host
 * names.
 *
 * @param text - what the service sent, with JSON escapes decoded
 * @param isKnown - whether a match comes from the client's own request
 * @returns the first match that is not known, with its kind, such as `a stack trace`; undefined if there is none
 */
export function leakIn(text: string, isKnown: (found: string) => boolean) {
  for (const [kind, ofKind] of Object.entries(patterns)) {
    for (const [mark, expression] of ofKind) {
      if (!text.includes(mark)) continue;
      for (const [found] of matchesIn(text, expression)) if (!isKnown(found)) return { kind, text: found };
    }
  }
  return undefined;
}
