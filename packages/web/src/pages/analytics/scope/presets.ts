import { addDays, addMonths, weekdayOf } from '../../../time/days.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** Periods that are chosen by name, each from a day that is today. */
const PERIODS = {
  thisWeek: (day: string): Period => {
    const monday = addDays(day, 1 - weekdayOf(day))
    return { from: monday, to: addDays(monday, 6) }
  },
  lastFourWeeks: (day: string): Period => ({ from: addDays(day, -28), to: addDays(day, -1) }),
  lastThreeMonths: (day: string): Period => ({ from: addMonths(day, -3), to: addDays(day, -1) }),
  lastTwelveMonths: (day: string): Period => ({ from: addMonths(day, -12), to: addDays(day, -1) }),
}
export type Preset = keyof typeof PERIODS

export const PRESET_NAMES: Record<Preset, string> = {
  thisWeek: 'This week',
  lastFourWeeks: 'Last 4 weeks',
  lastThreeMonths: 'Last 3 months',
  lastTwelveMonths: 'Last 12 months',
}
const PRESETS = Object.keys(PERIODS) as Preset[]

export const periodOf = (preset: Preset, day: string): Period => PERIODS[preset](day)

/** The name that a period has today, if it has one. */
export const presetOf = ({ from, to }: Period, day: string): Preset | undefined =>
  PRESETS.find((preset) => {
    const period = periodOf(preset, day)
    return period.from === from && period.to === to
  })
