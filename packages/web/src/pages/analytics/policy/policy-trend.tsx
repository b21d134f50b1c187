import { plural, t } from '@lingui/core/macro'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/table/columns.ts'
import { DrillLink, PEOPLE_HINT, type Target, useDrill } from '../drill/drill.tsx'
import { peopleOfWeek } from '../drill/targets.ts'
import { showDay, showShortWeek, showWeek, showWhole } from '../figures/show.ts'
import { listOf } from '../scope/scope.ts'
import { type PolicyGroup, type PolicyWeekCounts, sumWeeks, topGroups } from './policy-counts.ts'

const SERIES = [
  { name: t`Met`, count: 'met' },
  { name: t`Partly met`, count: 'partly' },
  { name: t`Not met`, count: 'missed' },
  { name: t`Nothing required`, count: 'exempt' },
] as const

const columnsOf = (targetOf: (week: PolicyWeekCounts) => Target): readonly Column<PolicyWeekCounts>[] => [
  {
    name: t`Week`,
    value: ({ week }) => week,
    show: ({ day }) => showWeek(day),
    render: (week) => <DrillLink target={targetOf(week)}>{showWeek(week.day)}</DrillLink>,
  },
  { name: t`Week ends on`, value: ({ day }) => day, show: ({ day }) => showDay(day) },
  ...SERIES.map(({ name, count }) => ({ name, value: (week: PolicyWeekCounts) => week[count] })),
  { name: t`Days required`, value: ({ required }) => required },
  { name: t`Days that counted`, value: ({ attended }) => attended },
]

const optionOf = (weeks: readonly PolicyWeekCounts[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 16, top: 36, bottom: 12 },
  legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showWhole },
  xAxis: { type: 'category', data: weeks.map(({ day }) => showShortWeek(day)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', minInterval: 1 },
  series: SERIES.map(({ name, count }, index) => ({
    name,
    type: 'bar',
    stack: 'people',
    itemStyle: look.series[index],
    data: weeks.map((week) => week[count]),
  })),
})

/** The people of all groups that are shown, by week. */
export const PolicyTrend = ({ groups }: { groups: readonly PolicyGroup[] }) => {
  const tops = topGroups(groups)
  const weeks = sumWeeks(tops)
  // The people of groups that are withheld are not in the bars.
  const shown = listOf(tops.flatMap((group) => (group.hidden ? [] : group.groupId)))
  const targetOf = ({ day }: PolicyWeekCounts) => peopleOfWeek(day, shown ? { groups: shown } : {})
  const people = useDrill({ targets: weeks.map(targetOf), hint: PEOPLE_HINT })
  const hidden = tops.filter((group) => group.hidden).length
  const about = t`People with an attendance policy, in the ISO weeks that end in the period. A policy by month counts in the week in which the month ends.`
  return (
    <Chart
      title={t`People by result and week`}
      description={hidden > 0 ? `${about} ${t`Groups that are withheld are not included.`}` : about}
      data={weeks}
      columns={columnsOf(targetOf)}
      option={optionOf(weeks)}
      rowKey={({ day }) => day}
      {...people}
      summary={t`${plural(weeks.length, { one: '# week', other: '# weeks' })}.`}
      empty={t`No week of this period is published with a policy, or its figures are withheld.`}
    />
  )
}
