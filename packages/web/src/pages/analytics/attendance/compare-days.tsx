import { t } from '@lingui/core/macro'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import type { DayMarks } from '../../../components/chart/day-marks.ts'
import { CompareChart } from '../compare/compare-chart.tsx'
import type { Parts } from '../compare/parts.ts'
import { usePastDays } from '../compare/past-days.tsx'
import { allOf, rowsOf } from '../compare/rows-of.ts'
import { showWhole } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'

/** Who came on each day to the buildings, or of the groups, of the scope. */
export const CompareDays = ({ parts, marks }: { parts: Parts; marks: DayMarks }) => {
  const figures = useQueries({
    queries: parts.scopes.map((scope) => apiQuery('getAttendanceFigures', { query: queryOf(scope) })),
    combine: allOf,
  })
  const rows = rowsOf(
    figures?.map(({ days }) => days),
    ({ day }) => day,
    ({ seen }) => seen,
  )
  const days = usePastDays(rows)
  if (!figures) return null
  return (
    <CompareChart
      parts={parts}
      what={t`Attendance by day`}
      description={parts.of === 'locations' ? t`Who came on each day, by building.` : t`Who came on each day, by group.`}
      rows={rows}
      show={showWhole}
      hidden={figures.map(({ hidden }) => hidden)}
      marks={marks}
      {...days}
    />
  )
}
