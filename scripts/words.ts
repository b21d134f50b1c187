/**
 * Lists the words that docs/style.md advises against, as file:line: word → alternative. `npm run check` fails
 * where a file contains one; `node scripts/words.ts --count` counts them by area.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

interface DeniedWord {
  readonly pattern: RegExp
  readonly instead: string
}

const denied = (pattern: RegExp, instead: string): DeniedWord => ({ pattern, instead })

/** Patterns match inside identifiers too, unless they say `\b`. */
const DENIED: readonly DeniedWord[] = [
  denied(/who(m)?(so)?ever/gi, 'the caller, the user, a person who'),
  denied(/somebody/gi, 'someone, a person, another user'),
  denied(/nobody/gi, 'no one, no user, or a sentence without it'),
  denied(/\bgoOn|goesOn\b|\b(go|goes|gone|going|went) on with\b/g, 'continue, resume'),
  denied(/faults?Of|faultAt\b|\bfaults? (of|in) (the |an? )?(input|body|file|call|request|field)/gi, 'validation error'),
  denied(/\b(mend|mends|mended|mending)\b|\bmend[A-Z]|\bMend(s|ed|ing)?\b/g, 'fix'),
  denied(/begun/gi, 'started'),
  denied(
    /\b(is|are|was|were|be|been|being|not) told\b(?! apart)|\btold(Until|To|Of)\b|\b\w+Told\b/g,
    'is notified, is shown, learns',
  ),
  denied(/\bas good as\b/gi, 'almost, the same as'),
  denied(/\bisNo[A-Z]\w*/g, 'the positive name, negated by the caller'),
  denied(/\bof whom\b/gi, 'two sentences'),
  denied(/\bper cent\b/gi, '%, percent'),
  denied(/\banybody\b/gi, 'anyone, everyone, any user'),
  denied(/\bany more\b/gi, 'no longer'),
  denied(/\banew\b/gi, 'again'),
  denied(/patience/gi, 'timeout'),
  denied(/\bkeepers?\b/gi, 'workplace administrator'),
  denied(/\bcentred\b/gi, 'centered'),
  denied(/\b(thereof|therein|whereof|wherein|hereby|whence|whither|aught|nought|in vain)\b/gi, 'plain words'),
]

/** British spellings, as stem and American spelling. */
const SPELLINGS: readonly DeniedWord[] = [
  denied(
    /(organ|normal|serial|initial|material|anonym|pseudonym|synchron|prior|optim|minim|maxim|author|util|custom|special|general|standard|visual|real|emphas|final|central|categor|local|parameter|token|random|recogn|summar|capital|stabil|item|polar|equal|neutral)is(e|es|ed|er|ers|ing|ation|ations|able)(?![a-z])/gi,
    '-ize',
  ),
  denied(/analys(e|ed|er|ing)(?![a-z])/gi, 'analyze'),
  denied(/(neighb|behavi|col|fav|hon|lab|harb|rum|flav)our/gi, '-or'),
  denied(/(?<![a-z])(centre|metre|litre|theatre|fibre)s?(?![a-z])/g, '-er'),
  denied(/(Centre|Metre)s?(?![a-z])|METRES?/g, '-er'),
  denied(/(cancel|travel|label|model|signal|level|fuel|total|channel|tunnel)l(ed|ing|er|ers)(?![a-z])/gi, 'one l'),
  denied(/(?<![a-z])(catalogue|dialogue|analogue)/gi, '-og'),
  denied(/(?<![a-z])(licence|defence|offence|pretence)/gi, '-se'),
  denied(/\b(misspelt|spelt|learnt|whilst|amongst|grey|programme|cheque|fulfil|ageing|storey)\b/gi, 'the American spelling'),
]

/** Public names, which stay: values of the contract, fields, commands, columns of published models. */
const PUBLIC_NAMES: readonly RegExp[] = [
  /(['"`]+)(cancelled|nobody|time off cancelled)\1|\(cancelled\)/g,
  /^\s+cancelled: /g,
  /\b(is_cancelled|isCancelled|bookings_cancelled)\b/g,
  /\b(costCentre|cost-centre|cost_centre)\b/g,
  /\b(width|height)(Metres|_metres)\b/g,
  /\bprivacy anonymise\b|'anonymise'/g,
  /\b((average|peak)_)?utilisation\b/g,
  /\bgoOn:/g,
  /\bstatus=cancelled\b/g,
  /\bSTATUS:CANCELLED\b/g,
]

/** These files are generated, in other languages, or must name the words. */
const LEFT_OUT =
  /^(package-lock\.json|packages\/server\/test\/operations\/words\.test\.ts|docs\/(reference\/.*|licenses\.md|style\.md)|scripts\/words\.ts|LICENSE|bench\/(results\/.*|peers\/.*\/package-lock\.json)|packages\/server\/src\/platform\/db\/schema\.ts|packages\/server\/src\/directory\/mail\/texts\/(de|fr)\.ts|packages\/web\/src\/language\/\w+\/\w+\.po)$|\.(png|jpe?g|ico|woff2?|gz|zst|br|parquet|svg|pdf|duckdb)$/

interface Finding {
  readonly file: string
  readonly line: number
  readonly word: string
  readonly instead: string
}

export const findWords = (file: string, text: string): Finding[] =>
  text.split('\n').flatMap((line, index) => {
    const own = PUBLIC_NAMES.reduce((rest, name) => rest.replace(name, ''), line)
    return [...DENIED, ...SPELLINGS].flatMap(({ pattern, instead }) =>
      [...own.matchAll(pattern)].map(([word]) => ({ file, line: index + 1, word, instead })),
    )
  })

const listFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !LEFT_OUT.test(file))

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // Deleted and not yet committed.
  }
}

/** Files below a package count by its first folder, such as `packages/web/src`; other files count by their root folder. */
const areaOf = (file: string): string => {
  const parts = file.split('/')
  return parts.slice(0, Math.min(parts[0] === 'packages' ? 3 : 1, Math.max(parts.length - 1, 1))).join('/')
}

if (import.meta.main) {
  const { count } = parseArgs({ options: { count: { type: 'boolean' } } }).values
  const findings = listFiles().flatMap((file) => findWords(file, readText(file)))
  if (count) {
    const areas = Object.entries(Object.groupBy(findings, ({ file }) => areaOf(file)))
    for (const [area, found = []] of areas.sort()) console.log(`${String(found.length).padStart(6)}  ${area}`)
    console.log(`${String(findings.length).padStart(6)}  in all`)
  } else if (findings.length > 0) {
    for (const { file, line, word, instead } of findings) console.error(`${file}:${line}: ${word} → ${instead}`)
    console.error(`${findings.length} words that docs/style.md advises against.`)
    process.exitCode = 1
  }
}
