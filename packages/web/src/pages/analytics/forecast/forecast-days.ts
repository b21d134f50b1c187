import { plural, select, t } from '@lingui/core/macro'
import type { ForecastFigures } from '@rollcall/contract'
import type { DayMarks } from '../../../components/chart/day-marks.ts'
import { weekdayOf } from '../../../time/days.ts'
import { showAmount, showShare, showWeekdayAndDay, showWhole } from '../figures/show.ts'

export type Location = ForecastFigures['locations'][number]
export type ForecastDay = Location['days'][number]

/** The day with the most expected people; undefined without a forecast, or if no one is expected. */
export const busiestOf = ({ days }: Location): ForecastDay | undefined =>
  days.reduce<ForecastDay | undefined>((most, day) => ((day.expected ?? 0) > (most?.expected ?? 0) ? day : most), undefined)

/** `33 to 42`, or one number if the band has no width. */
export const bandOf = ({ low, high }: ForecastDay): string => {
  if (low === null || high === null) return '–'
  const [first, last] = [showWhole(low), showWhole(high)]
  return low === high ? first : t({ message: `${first} to ${last}`, context: 'numbers' })
}

/** Its holidays and closures, as marks of charts. */
export const marksOf = ({ days }: Location): DayMarks =>
  new Map(
    days.flatMap(({ day, dayType, dayName }) =>
      dayType === null ? [] : [[day, { closed: dayName ?? (dayType === 'closed' ? t`Closed` : t`Holiday`), outage: null }]],
    ),
  )

/** Says why a building has no forecast; undefined if it has one. Withheld figures are explained elsewhere. */
export const missingText = ({ state, measuredDays, neededDays }: Location): string | undefined => {
  if (state === 'notReporting') return t`No forecast: this building reports no presence, so it is not known who comes.`
  if (state === 'forecast') return undefined
  return t`No forecast yet: it needs ${neededDays} published working days with presence in the last six weeks, and there are ${measuredDays}.`
}

/** The plans of a day, with those that are usually still made or given up. */
const plansText = (plans: number, latePlans: number): string => {
  const [planned, late] = [showWhole(plans), showAmount(Math.abs(latePlans))]
  if (Math.abs(latePlans) < 0.05) return t`${planned} planned`
  return latePlans > 0
    ? t`(${planned} planned + ${late} who usually still plan to)`
    : t`(${planned} planned − ${late} who usually change their minds)`
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** How the forecast of a day is made: `(38 planned + 2.0 who usually still plan to) × 82.0 % + 5.0 unplanned on Tuesdays`. */
export const basisText = ({ day, dayName, dayType, planned, basis }: ForecastDay): string => {
  if (dayType !== null) return dayName ? t`No one is expected: ${dayName}.` : t`No one is expected: the building is closed.`
  if (!basis) return ''
  const { latePlans, showRate, days } = basis
  const [plans, share, unplanned] = [plansText(planned, latePlans), showShare(showRate), showAmount(basis.unplanned)]
  const weekday = WEEKDAYS[weekdayOf(day) - 1] as string
  const sum = t`${plans} × ${share} who come + ${unplanned} unplanned ${select(weekday, {
    monday: 'on Mondays',
    tuesday: 'on Tuesdays',
    wednesday: 'on Wednesdays',
    thursday: 'on Thursdays',
    friday: 'on Fridays',
    saturday: 'on Saturdays',
    other: 'on Sundays',
  })}.`
  const from =
    days > 0
      ? t`From ${plural(days, { one: '# day', other: '# days' })} like it in the last six weeks.`
      : t`From other days, as there were no such weekdays.`
  return `${sum} ${from}`
}

/** `Tue 1 Dec: 37.8 people expected, 33 to 42.` */
export const expectedText = (forecast: ForecastDay): string => {
  const day = showWeekdayAndDay(forecast.day)
  if (forecast.expected === null) return t`${day}: no forecast.`
  const [people, band] = [showAmount(forecast.expected), bandOf(forecast)]
  return t`${day}: ${people} people expected, ${band}.`
}
