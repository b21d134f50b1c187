import { plural, t } from '@lingui/core/macro'
import type { ForecastFigures } from '@rollcall/contract'
import type { DayMarks } from '../../../components/chart/day-marks.ts'
import { weekdayName } from '../../../time/days.ts'
import { showAmount, showShare, showWeekdayAndDay, showWhole } from '../figures/show.ts'

export type Location = ForecastFigures['locations'][number]
export type ForecastDay = Location['days'][number]

/** The day with the most expected people; undefined without a forecast, or if no one is expected. */
export const busiestOf = ({ days }: Location): ForecastDay | undefined =>
  days.reduce<ForecastDay | undefined>((most, day) => ((day.expected ?? 0) > (most?.expected ?? 0) ? day : most), undefined)

/** `33 to 42`, or one number if the band has no width. */
export const bandOf = ({ low, high }: ForecastDay): string => {
  if (low === null || high === null) return '–'
  return low === high ? showWhole(low) : `${showWhole(low)} to ${showWhole(high)}`
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

const lateText = (latePlans: number): string => {
  if (Math.abs(latePlans) < 0.05) return ''
  const amount = showAmount(Math.abs(latePlans))
  return latePlans > 0 ? t` + ${amount} who usually still plan to` : t` − ${amount} who usually change their minds`
}

/** How the forecast of a day is made: `(38 planned + 2.0 who usually still plan to) × 82.0 % + 5.0 unplanned on Tuesdays`. */
export const basisText = ({ day, dayName, dayType, planned, basis }: ForecastDay): string => {
  if (dayType !== null) return dayName ? t`No one is expected: ${dayName}.` : t`No one is expected: the building is closed.`
  if (!basis) return ''
  const { latePlans, showRate, unplanned, days } = basis
  const late = lateText(latePlans)
  const plans = late === '' ? `${showWhole(planned)} planned` : t`(${showWhole(planned)} planned${late})`
  const from =
    days > 0
      ? t`${plural(days, { one: '# day', other: '# days' })} like it in the last six weeks`
      : t`other days, as there were no such weekdays`
  return t`${plans} × ${showShare(showRate)} who come + ${showAmount(unplanned)} unplanned on ${weekdayName(day)}s. From ${from}.`
}

/** `Tue 1 Dec: 37.8 people expected, 33 to 42.` */
export const expectedText = (day: ForecastDay): string =>
  day.expected === null
    ? t`${showWeekdayAndDay(day.day)}: no forecast.`
    : t`${showWeekdayAndDay(day.day)}: ${showAmount(day.expected)} people expected, ${bandOf(day)}.`
