import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { type DayMarks, NO_MARKS } from '../../../components/chart/day-marks.ts'
import { locationsQuery } from '../../../workplace/directory.ts'
import { idsOf } from '../scope/scope.ts'
import { useDayNotes } from './day-notes.tsx'
import { marksOf, type SpecialDay, withNotes } from './marks-of.ts'

interface Range {
  readonly from: string
  readonly to: string
  readonly locations?: string | undefined
}

/** The holidays, closures and outages of these buildings, for charts over days; undefined until they are loaded. */
export const useSpecialDays = ({ from, to, locations }: Range): readonly SpecialDay[] | undefined =>
  useQuery(apiQuery('listSpecialDays', { query: { from, to, ...(locations ? { locationIds: locations } : {}) } })).data?.items

/** The same as marks; none until they are loaded. */
export const useDayMarks = (range: Range): DayMarks => {
  const items = useSpecialDays(range)
  const notes = useDayNotes(range) ?? []
  const { data: all } = useQuery(locationsQuery)
  if (!items || !all) return NO_MARKS
  const active = new Set(all.filter(({ status }) => status === 'active').map(({ locationId }) => locationId))
  const chosen = idsOf(range.locations)
  // An inactive building is shown only where it is chosen.
  const shown = chosen.length > 0 ? items : items.filter(({ locationId }) => active.has(locationId))
  return withNotes(marksOf(shown, chosen.length > 0 ? chosen.length : active.size), notes)
}
