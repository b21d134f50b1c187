import { addDays, addMonths, mondayOf } from '../../../time/days.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** Periods that are chosen by name, each from a day that is today. */
const PERIODS = {
  thisWeek: (day: string): Period => {
    const monday = mondayOf(day)
    return { from: monday, to: addDays(monday, 6) }
  },
  lastWeek: (day: string): Period => {
    const monday = addDays(mondayOf(day), -7)
    return { from: monday, to: addDays(monday, 6) }
  },
  lastFourWeeks: (day: string): Period => ({ from: addDays(day, -28), to: addDays(day, -1) }),
  lastThreeMonths: (day: string): Period => ({ from: addMonths(day, -3), to: addDays(day, -1) }),
  lastTwelveMonths: (day: string): Period => ({ from: addMonths(day, -12), to: addDays(day, -1) }),
}
export type Preset = keyof typeof PERIODS

export const PRESET_NAMES: Record<Preset, string> = {
  thisWeek: 'This week',
  lastWeek: 'Last week',
  lastFourWeeks: 'Last 4 weeks',
  lastThreeMonths: 'Last 3 months',
  lastTwelveMonths: 'Last 12 months',
}
const PRESETS = Object.keys(PERIODS) as Preset[]

export const periodOf = (preset: Preset, day: string): Period => PERIODS[preset](day)

export const isPreset = (value: unknown): value is Preset => PRESETS.some((preset) => preset === value)
