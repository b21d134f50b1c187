import { parseArgs } from 'node:util'

/** How much is measured. */
export interface Scale {
  /** Small sizes, to try the benchmark itself: nothing is written to bench/results. */
  readonly quick: boolean
  /** Events over which memory is watched. */
  readonly events: number
  /** Rows of bookings that a search is measured on. */
  readonly bookings: number
  /** How long the mixed morning lasts. */
  readonly minutes: number
}

const QUICK = { events: 50_000, bookings: 200_000, minutes: 0.25 }
const FULL = { events: 1_000_000, bookings: 20_000_000, minutes: 2 }

/** What the command line asks for, and which part of the benchmark alone, if one. */
export const readScale = (): { readonly scale: Scale; readonly only: string | undefined } => {
  const { quick, only, ...given } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      events: { type: 'string' },
      bookings: { type: 'string' },
      minutes: { type: 'string' },
    },
  }).values
  const usual = quick ? QUICK : FULL
  const number = (name: keyof typeof usual) => Number(given[name] ?? usual[name])
  return { only, scale: { quick, events: number('events'), bookings: number('bookings'), minutes: number('minutes') } }
}
