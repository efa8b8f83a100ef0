/** How browsers nest elements. Generated from parse5: npm run nesting */

/** Open elements, the elements that close them, and the elements inside which they cannot be closed (`*`: all but). */
export const CLOSED: readonly (readonly [open: string, by: string, until: string])[] = [
  ['a', 'a', 'applet caption marquee object svg:foreignobject td template th'],
  ['button', 'button', 'applet caption marquee object svg:foreignobject td template th'],
  [
    'dd dt',
    'dd dt',
    'applet article aside blockquote button caption center details dir dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav noscript object ol pre section summary svg:foreignobject td template th ul',
  ],
  ['form', 'form', 'template'],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6', '*'],
  [
    'li',
    'li',
    'applet article aside blockquote button caption center dd details dir dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup listing main marquee menu nav noscript object ol pre section summary svg:foreignobject td template th ul',
  ],
  [
    'math svg',
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var',
    'svg:foreignobject',
  ],
  ['nobr', 'nobr', 'applet caption marquee object svg:foreignobject td template th'],
  ['option', 'optgroup option', '*'],
  [
    'p',
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre search section summary table ul xmp',
    'applet button marquee object select svg:foreignobject template',
  ],
  ['rb rp rt', 'rb rp rt rtc', '* dd dt li optgroup option p'],
  ['rtc', 'rb rtc', '* dd dt li optgroup option p'],
  ['select', 'input select', ''],
];

/** Elements that contain no text and no elements except these. */
export const STRICT: readonly (readonly [open: string, only: string])[] = [
  ['colgroup', 'col template'],
  ['head', 'base basefont bgsound link meta noframes noscript script style template title'],
  ['table', 'caption colgroup script style tbody template tfoot thead'],
  ['tbody tfoot thead', 'script style template tr'],
  ['tr', 'script style td template th'],
];

/** Elements that are dropped, or moved to a new parent, unless their parent is one of these. */
export const DROPPED: readonly (readonly [names: string, parents: string])[] = [
  ['body head', ' html'],
  ['caption colgroup tbody tfoot thead', 'table template'],
  ['col', 'colgroup template'],
  ['html', ''],
  ['td th', 'template tr'],
  ['tr', 'tbody template tfoot thead'],
];
