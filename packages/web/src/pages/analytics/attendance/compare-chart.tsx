import { plural, t } from '@lingui/core/macro'
import type { AttendanceFigures } from '@rollcall/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import { groupsQuery, useLocationNames } from '../../../workplace/directory.ts'
import { PeopleOfDay, usePeopleOfDays } from '../figures/people-of-day.tsx'
import { showDay, showList, showWeekdayAndDay, showWhole } from '../figures/show.ts'
import { idsOf, queryOf, type Scope } from '../scope/scope.ts'
import { zoomOf } from './zoom.ts'

/** More lines could not be told apart. */
const MAX_LINES = 4
const SYMBOLS = ['circle', 'emptyDiamond', 'triangle', 'emptyCircle'] as const
const LINES = ['solid', 'dashed', 'dotted', 'solid'] as const

/** The parts of a scope that are compared: its buildings, else its groups, if there are two to four. */
const partsOf = (scope: Scope): { readonly of: 'building' | 'group'; readonly ids: readonly string[] } | undefined => {
  const [locations, groups] = [idsOf(scope.locations), idsOf(scope.groups)]
  const isComparable = (ids: readonly string[]) => ids.length > 1 && ids.length <= MAX_LINES
  if (isComparable(locations)) return { of: 'building', ids: locations }
  return isComparable(groups) ? { of: 'group', ids: groups } : undefined
}

interface Row {
  readonly day: string
  readonly seen: readonly (number | null)[]
}

const rowsOf = (days: readonly string[], figures: readonly (AttendanceFigures | undefined)[]): Row[] => {
  const byDay = figures.map((each) => new Map(each?.days.map(({ day, seen }) => [day, seen])))
  return days.map((day) => ({ day, seen: byDay.map((seen) => seen.get(day) ?? null) }))
}

const optionOf = (rows: readonly Row[], names: readonly string[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 36, bottom: rows.length > 70 ? 56 : 12 },
  legend: { top: 0, left: 0 },
  tooltip: {
    trigger: 'axis',
    valueFormatter: (seen: number | null | undefined) => (typeof seen === 'number' ? showWhole(seen) : '–'),
  },
  xAxis: { type: 'category', data: rows.map(({ day }) => showWeekdayAndDay(day)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', minInterval: 1 },
  ...zoomOf(rows.length),
  series: names.map((name, index) => ({
    ...{ name, type: 'line', symbol: SYMBOLS[index], symbolSize: 7, color: look.series[index]?.color },
    lineStyle: { width: 2, type: LINES[index] },
    data: rows.map(({ seen }) => seen[index]),
  })),
})

/** The buildings or groups of the scope next to each other: who came there on each day. */
export const CompareChart = ({ scope, days, marks }: { scope: Scope; days: readonly string[]; marks: DayMarks }) => {
  const parts = partsOf(scope)
  const locationName = useLocationNames()
  const { data: groups } = useQuery(groupsQuery)
  const { of = 'building', ids = [] } = parts ?? {}
  const people = usePeopleOfDays(days)
  const queries = useQueries({
    queries: ids.map((id) =>
      apiQuery('getAttendanceFigures', {
        query: queryOf({ ...scope, ...(of === 'building' ? { locations: id } : { groups: id }) }),
      }),
    ),
  })
  if (!parts || queries.some(({ data }) => !data)) return null
  const figures = queries.map(({ data }) => data)
  const names = ids.map((id) => {
    return of === 'building' ? locationName(id) : (groups?.find(({ groupId }) => groupId === id)?.groupName ?? id)
  })
  const withheld = names.filter((_, index) => figures[index]?.hidden)
  const rows = rowsOf(days, figures)
  const about = of === 'building' ? t`Who came on each day, by building.` : t`Who came on each day, by group.`
  const [list, withheldList] = [showList(names), withheld.join(', ')]
  return (
    <Chart
      title={of === 'building' ? t`Buildings compared` : t`Groups compared`}
      description={withheld.length > 0 ? `${about} ${t`Withheld, because they are few: ${withheldList}.`}` : about}
      data={withheld.length === names.length ? [] : rows}
      columns={[
        {
          name: t`Day`,
          value: ({ day }: Row) => day,
          show: ({ day }: Row) => showDay(day),
          render: ({ day }: Row) => <PeopleOfDay day={day} />,
        },
        ...names.map((name, index) => ({ name, value: ({ seen }: Row) => seen[index] ?? null, align: 'right' as const })),
        markColumn<Row>(marks),
      ]}
      option={(look) => withDayMarks(optionOf(rows, names)(look), days, marks, look)}
      rowKey={({ day }) => day}
      {...people}
      summary={`${t`${list}, ${plural(days.length, { one: '# day', other: '# days' })}.`}${markSummary(days, marks)}`}
    />
  )
}
