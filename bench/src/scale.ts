import { parseArgs } from 'node:util'

/** Sizes of the measurements. */
export interface Scale {
  /** Small sizes to try the benchmark itself; nothing is written to bench/results. */
  readonly quick: boolean
  /** Number of events during which memory is sampled. */
  readonly events: number
  /** Number of bookings for the search measurement. */
  readonly bookings: number
  /** Duration of the mixed morning. */
  readonly minutes: number
  /** Number of people of the simulated sites. */
  readonly people: number
}

const QUICK = { events: 50_000, bookings: 200_000, minutes: 0.25, people: 2_000 }
const FULL = { events: 1_000_000, bookings: 20_000_000, minutes: 2, people: 200_000 }

/** A wrong command line. The message is one line. */
export class UsageError extends Error {}

interface Asked {
  readonly help: boolean
  readonly scale: Scale
  /** Selected parts; empty for all. */
  readonly only: readonly string[]
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        events: { type: 'string' },
        bookings: { type: 'string' },
        minutes: { type: 'string' },
        people: { type: 'string' },
      },
    }).values
  } catch (error) {
    // The rest of the text explains quoting of arguments.
    throw new UsageError(error instanceof Error ? error.message.split(/\. |\n/, 1)[0] : String(error))
  }
}

const numberOf = (name: string, text: string, isWhole: boolean): number => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const isGood = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)
  if (!isGood || number <= 0) throw new UsageError(`--${name} takes a ${isWhole ? 'whole ' : ''}number above 0, not '${text}'`)
  return number
}

/** Parses the command line. @throws UsageError */
export const readArguments = (args: readonly string[], parts: readonly string[]): Asked => {
  const { help, quick, only, ...given } = parse(args)
  for (const name of only)
    if (!parts.includes(name)) throw new UsageError(`--only takes one of ${parts.join(', ')}, not '${name}'`)
  const usual = quick ? QUICK : FULL
  const number = (name: keyof typeof usual): number => {
    const text = given[name]
    return text === undefined ? usual[name] : numberOf(name, text, name !== 'minutes')
  }
  const sizes = { events: number('events'), bookings: number('bookings'), minutes: number('minutes'), people: number('people') }
  return { help, only, scale: { quick, ...sizes } }
}

/** The text of `--help`. */
export const usage = (parts: Readonly<Record<string, string>>): string =>
  [
    'npm run bench -- [options]',
    '',
    'Options',
    '  --only PART      this part alone; may be given several times',
    '  --quick          small sizes, to try the benchmark: shown and not written',
    `  --events N       events over which memory is watched: ${FULL.events}`,
    `  --bookings N     bookings that a search is measured on: ${FULL.bookings}`,
    `  --minutes N      how long the mixed morning lasts: ${FULL.minutes}`,
    `  --people N       people of the parts scale and cells: ${FULL.people}`,
    '  --help           this text',
    '',
    'Parts',
    ...Object.entries(parts).map(([name, about]) => `  ${name.padEnd(16)} ${about}`),
    '',
    'Needs Linux. How it is measured: bench/README.md',
  ].join('\n')
