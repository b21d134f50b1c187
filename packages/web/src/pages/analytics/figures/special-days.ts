import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { type DayMarks, NO_MARKS } from '../../../components/chart/day-marks.ts'
import { locationsQuery } from '../../../workplace/directory.ts'
import { idsOf } from '../scope/scope.ts'
import { useDayNotes } from './day-notes.tsx'
import { marksOf, notesByDay, type SpecialDay, withTexts } from './marks-of.ts'

interface Range {
  readonly from: string
  readonly to: string
  readonly locations?: string | undefined
}

const specialDaysOf = ({ from, to, locations }: Range) =>
  apiQuery('listSpecialDays', { query: { from, to, ...(locations ? { locationIds: locations } : {}) } })

/** The holidays, closures and outages of these buildings, for charts over days; undefined until they are loaded. */
export const useSpecialDays = (range: Range): readonly SpecialDay[] | undefined => useQuery(specialDaysOf(range)).data?.items

/** The same as marks, with notes and new versions; none until they are loaded. */
export const useDayMarks = (range: Range): DayMarks => {
  const { data } = useQuery(specialDaysOf(range))
  const notes = useDayNotes(range) ?? []
  const { data: all } = useQuery(locationsQuery)
  if (!data || !all) return NO_MARKS
  const { items, releases } = data
  const active = new Set(all.filter(({ status }) => status === 'active').map(({ locationId }) => locationId))
  const chosen = idsOf(range.locations)
  // An inactive building is shown only where it is chosen.
  const shown = chosen.length > 0 ? items : items.filter(({ locationId }) => active.has(locationId))
  const marks = marksOf(shown, chosen.length > 0 ? chosen.length : active.size)
  const noted = withTexts(marks, 'note', notesByDay(notes, range, chosen.length !== 1))
  return withTexts(
    noted,
    'release',
    releases.map(({ day, version }) => ({ day, text: t`Rollcall ${version}` })),
  )
}
