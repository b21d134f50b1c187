import { t } from '@lingui/core/macro'
import type { Answer } from '../../../api/call.ts'
import type { DayMarks } from '../../../components/chart/day-marks.ts'
import { addDays, daysBetween } from '../../../time/days.ts'
import { showList } from './show.ts'

export type SpecialDay = Answer<'listSpecialDays'>['items'][number]

/** The most buildings that a mark names. */
const MAX_NAMED = 3

/** `Christmas Day: Berlin and Munich`; without names where all buildings of the scope are meant. */
const namesOf = (names: readonly string[], buildings: number): string => {
  if (names.length >= buildings) return buildings === 1 ? '' : t`all buildings`
  if (names.length <= MAX_NAMED) return showList(names)
  const more = names.length - MAX_NAMED
  return showList([...names.slice(0, MAX_NAMED), t`${more} more`])
}

const labelOf = ({ dayType, name }: SpecialDay): string =>
  dayType === 'closed' ? (name ? t`Closed (${name})` : t`Closed`) : (name ?? t`Holiday`)

/** The special days of some buildings as marks of charts. `buildings`: how many there are in the scope. */
export const marksOf = (items: readonly SpecialDay[], buildings: number): DayMarks =>
  new Map(
    [...Map.groupBy(items, ({ day }) => day)].map(([day, ofDay]) => {
      const byLabel = Map.groupBy(
        ofDay.filter(({ dayType }) => dayType !== null),
        labelOf,
      )
      const closed = [...byLabel].map(([label, some]) => {
        const names = namesOf(
          some.map(({ locationName }) => locationName),
          buildings,
        )
        return names === '' ? label : `${label}: ${names}`
      })
      const down = ofDay.filter(({ hasOutage }) => hasOutage).map(({ locationName }) => locationName)
      return [
        day,
        {
          closed: closed.length === 0 ? null : closed.join('; '),
          outage: down.length === 0 ? null : namesOf(down, buildings) || t`the building`,
        },
      ]
    }),
  )

/** The marks, with texts about days: what administrators wrote, or the version that began to work. */
export const withTexts = (
  marks: DayMarks,
  key: 'note' | 'release',
  texts: readonly { readonly day: string; readonly text: string }[],
): DayMarks => {
  const marked = [...Map.groupBy(texts, ({ day }) => day)].map(([day, ofDay]) => {
    const text = ofDay.map((each) => each.text).join('; ')
    return [day, { closed: null, outage: null, ...marks.get(day), [key]: text }] as const
  })
  return new Map([...marks, ...marked])
}

interface Note {
  readonly day: string
  readonly lastDay: string
  readonly locationName: string | null
  readonly note: string
}

/** The notes on each of their days within the period. `isNamed`: whether a note about one building says which. */
export const notesByDay = (
  notes: readonly Note[],
  { from, to }: { readonly from: string; readonly to: string },
  isNamed: boolean,
): { readonly day: string; readonly text: string }[] =>
  notes.flatMap(({ day, lastDay, locationName, note }) => {
    const [first, last] = [day > from ? day : from, lastDay < to ? lastDay : to]
    const text = isNamed && locationName ? `${locationName}: ${note}` : note
    return Array.from({ length: Math.max(daysBetween(first, last) + 1, 0) }, (_, index) => ({ day: addDays(first, index), text }))
  })
