import { plural, t } from '@lingui/core/macro'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { Column } from '../../../components/table/columns.ts'
import { DrillLink, PEOPLE_HINT, useDrill } from '../drill/drill.tsx'
import { peopleOfGroup } from '../drill/targets.ts'
import { showWhole } from '../figures/show.ts'
import { ALLOCATED, type GroupRow, SPARE } from './group-columns.tsx'

/** More groups would not be readable side by side. */
const MAX_GROUPS = 25
const ROW_HEIGHT = 34

const COLUMNS: readonly Column<GroupRow>[] = [
  {
    name: t`Group`,
    value: ({ groupName }) => groupName,
    render: ({ groupId, groupName }) => <DrillLink target={peopleOfGroup(groupId)}>{groupName}</DrillLink>,
  },
  { name: t`Recommended desks`, value: ({ recommendedDesks }) => recommendedDesks },
  ALLOCATED,
  SPARE,
]

const optionOf = (groups: readonly GroupRow[]) => (look: ChartLook) => ({
  grid: { left: 8, right: 24, top: 36, bottom: 12 },
  legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showWhole },
  xAxis: { type: 'value', minInterval: 1 },
  yAxis: {
    type: 'category',
    inverse: true,
    data: groups.map(({ groupName }) => groupName),
    axisLabel: { width: 130, overflow: 'truncate' },
  },
  series: [
    {
      name: t`Recommended desks`,
      type: 'bar',
      itemStyle: look.series[0],
      data: groups.map(({ recommendedDesks }) => recommendedDesks),
    },
    {
      name: t`Allocated desks`,
      type: 'bar',
      itemStyle: look.series[1],
      data: groups.map(({ allocatedDesks }) => allocatedDesks),
    },
  ],
})

/** Shows whether the groups with zones have the room they need. */
export const DeskNeedChart = ({ groups }: { groups: readonly GroupRow[] }) => {
  const withZones = groups.filter(({ hidden, allocatedDesks }) => !hidden && allocatedDesks > 0)
  const drawn = withZones.slice(0, MAX_GROUPS)
  const people = useDrill({ targets: drawn.map(({ groupId }) => peopleOfGroup(groupId)), hint: PEOPLE_HINT })
  const rest = withZones.length - drawn.length
  const about = t`Groups with zones. The recommended number is enough on nine out of ten workdays.`
  return (
    <Chart
      title={t`Recommended size against allocation`}
      description={rest > 0 ? `${about} ${t`The first ${MAX_GROUPS}; choose groups to see others.`}` : about}
      data={drawn}
      columns={COLUMNS}
      option={optionOf(drawn)}
      rowKey={({ groupId }) => groupId}
      height={Math.max(160, 60 + drawn.length * ROW_HEIGHT)}
      summary={t`${plural(drawn.length, { one: '# group', other: '# groups' })}.`}
      {...people}
      empty={t`No group in this scope has zones of its own, or its figures are withheld.`}
    />
  )
}
