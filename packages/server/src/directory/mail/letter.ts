/** What a mail says, before it has a form. */
export interface Letter {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** A button, which the plain text shows as an address. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Facts, as name and value. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  /** Numbers with a title and a heading, drawn as bars where each row has a share of the largest one. */
  readonly tables?: readonly LetterTable[]
  /** What follows the button. */
  readonly closing?: readonly string[]
  /** Why the person gets it, in small print. */
  readonly reason: string
  /** How to get no more of this kind; absent where it is necessary. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

interface LetterTable {
  readonly title: string
  readonly heading: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly bar?: number }[]
}

const WIDTH = 72

/** Breaks a paragraph into lines. A word that is longer than a line, such as an address, has a line of its own. */
const wrap = (text: string): string => {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** A bar of the plain text has at most so many characters. */
const BAR_WIDTH = 20

/** Columns of equal width: the first one left, numbers right. */
const textTable = ({ title, heading, rows }: LetterTable): string => {
  const lines = [heading, ...rows.map(({ cells }) => cells)]
  const widths = heading.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  const written = lines.map((cells, index) => {
    const padded = cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
    const bar = rows[index - 1]?.bar
    return [...padded, ...(bar === undefined ? [] : ['#'.repeat(Math.round(bar * BAR_WIDTH))])].join('  ').trimEnd()
  })
  return `${title}\n${written.join('\n')}`
}

/** The plain text, which says everything that the HTML does. */
export const plainText = ({
  greeting,
  paragraphs,
  action,
  facts,
  tables = [],
  closing = [],
  reason,
  unsubscribe,
}: Letter): string => {
  const parts = [
    greeting,
    ...paragraphs.map(wrap),
    ...(facts ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...tables.map(textTable),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing.map(wrap),
    ['-- ', wrap(reason), ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : [])].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string)

/** Mail programs know little CSS, and some none but that of the elements, so colors are in both places: first light, then dark. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #1a1b1e !important; }
    .card { background: #25262b !important; border-color: #373a40 !important; }
    .text { color: #e9ecef !important; }
    .small { color: #adb5bd !important; }
    .bar { background: #3bc9db !important; }
    .button { background: #4dabf7 !important; color: #101113 !important; }
  }`

const paragraph = (text: string): string => `<p class="text" style="margin:0 0 16px;color:#212529">${escaped(text)}</p>`
const small = (html: string): string => `<p class="small" style="margin:0 0 8px;font-size:13px;color:#5c636a">${html}</p>`
const anchor = (url: string, label: string, style: string, className: string): string =>
  `<a class="${className}" href="${escaped(url)}" style="${style}">${escaped(label)}</a>`

const CELL = 'padding:3px 8px;border-bottom:1px solid #dee2e6'

/** A table with its bars as cells of a width, because mail programs show no drawings and load no pictures. */
const htmlTable = ({ title, heading, rows }: LetterTable): string => {
  const hasBars = rows.some(({ bar }) => bar !== undefined)
  const cell = (tag: 'td' | 'th', text: string, column: number, color: string): string =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''} class="${tag === 'th' ? 'small' : 'text'}" align="${column === 0 ? 'left' : 'right'}" style="${CELL};color:${color};font-weight:normal">${escaped(text)}</${tag}>`
  const drawn = (bar: number | undefined): string =>
    hasBars
      ? `<td width="40%" style="${CELL}"><div class="bar" style="height:12px;width:${Math.round((bar ?? 0) * 100)}%;background:#0b7285"></div></td>`
      : ''
  const body = rows.map(
    ({ cells, bar }) => `<tr>${cells.map((text, index) => cell('td', text, index, '#212529')).join('')}${drawn(bar)}</tr>`,
  )
  const head = `<tr>${heading.map((text, index) => cell('th', text, index, '#5c636a')).join('')}${hasBars ? `<td style="${CELL}"></td>` : ''}</tr>`
  return `<table width="100%" style="margin:0 0 24px;border-collapse:collapse;font-size:14px"><caption class="text" align="left" style="text-align:left;font-weight:600;color:#212529;padding:4px 0">${escaped(title)}</caption>${head}${body.join('')}</table>`
}

const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:6px;background:#1864ab;color:#ffffff;text-decoration:none'

/** The same as HTML, for light and dark. It loads nothing, so opening it tells no one. */
export const htmlText = (letter: Letter, language: string): string => {
  const { subject, greeting, paragraphs, action, facts, tables = [], closing = [], reason, unsubscribe } = letter
  const rows = (facts ?? []).map(
    ([name, value]) =>
      `<tr><th class="small" align="left" style="padding:2px 16px 2px 0;font-weight:normal;color:#5c636a">${escaped(name)}</th><td class="text" style="color:#212529">${escaped(value)}</td></tr>`,
  )
  const body = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    ...(rows.length > 0 ? [`<table role="presentation" style="margin:0 0 16px">${rows.join('')}</table>`] : []),
    ...tables.map(htmlTable),
    ...(action ? [`<p style="margin:0 0 24px">${anchor(action.url, action.label, BUTTON, 'button')}</p>`] : []),
    ...closing.map(paragraph),
  ]
  const footer = [
    small(escaped(reason)),
    ...(unsubscribe ? [small(anchor(unsubscribe.url, unsubscribe.label, 'color:inherit', 'small'))] : []),
  ]
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f1f3f5;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center">
<table role="presentation" class="card" style="width:100%;max-width:560px;background:#ffffff;border:1px solid #dee2e6;border-radius:8px"><tr><td align="left" style="padding:24px">
${body.join('\n')}
</td></tr></table>
<table role="presentation" style="width:100%;max-width:560px"><tr><td align="left" style="padding:16px 24px">
${footer.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
