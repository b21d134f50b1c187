import { plural, t } from '@lingui/core/macro'
import { Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { showNumber } from '../../../components/format.ts'
import { QueryState } from '../../../components/states.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { fullDay } from '../../../time/days.ts'
import { everyDay, type UsageDay, utcDaysAgo } from './key-times.ts'
import { PERIODS, type Period } from './keys-view.ts'

const MEASURES = { requests: t`Requests`, rows: t`Rows`, bytes: t`Bytes` } as const
type Measure = keyof typeof MEASURES

const SUMS: Readonly<Record<Measure, (sum: number, days: number) => string>> = {
  requests: (sum, days) => t`${plural(sum, { one: '# request', other: '# requests' })} in ${days} days.`,
  rows: (sum, days) => t`${plural(sum, { one: '# row', other: '# rows' })} in ${days} days.`,
  bytes: (sum, days) => t`${plural(sum, { one: '# byte', other: '# bytes' })} in ${days} days.`,
}

const COLUMNS: readonly Column<UsageDay>[] = [
  { name: t`Day (UTC)`, value: ({ day }) => day, show: ({ day }) => fullDay(day) },
  ...(Object.keys(MEASURES) as Measure[]).map((measure) => ({
    name: MEASURES[measure],
    value: (day: UsageDay) => day[measure],
  })),
]

const optionOf = (days: readonly UsageDay[], measure: Measure) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 16, bottom: 12 },
  tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: showNumber },
  xAxis: { type: 'category', data: days.map(({ day }) => fullDay(day)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', minInterval: 1 },
  series: [
    {
      name: MEASURES[measure],
      type: 'bar',
      barCategoryGap: '20%',
      itemStyle: { color: look.series[0]?.color },
      data: days.map((day) => day[measure]),
    },
  ],
})

interface Props {
  readonly keyId: string
  readonly days: Period
  readonly onDays: (days: Period) => void
}

/** The usage of a key by day, which shows misuse early. */
export const UsageChart = ({ keyId, days, onDays }: Props) => {
  const [measure, setMeasure] = useState<Measure>('requests')
  const startDate = utcDaysAgo(days - 1)
  const endDate = utcDaysAgo(0)
  const usage = useQuery(apiQuery('getKeyUsage', { params: { keyId }, query: { startDate, endDate } }))
  return (
    <QueryState query={usage} height={400}>
      {({ items }) => {
        const sum = items.reduce((total, day) => total + day[measure], 0)
        return (
          <Chart
            title={t`Usage by day`}
            description={t`Rows are events submitted or rows read; bytes are those of bodies, before compression. Days are in UTC.`}
            data={items.length === 0 ? [] : everyDay(items, startDate, endDate)}
            columns={COLUMNS}
            option={optionOf(everyDay(items, startDate, endDate), measure)}
            rowKey={({ day }) => day}
            summary={SUMS[measure](sum, days)}
            empty={t`There were no calls with this key in this period.`}
            controls={
              <Group gap={6}>
                <SegmentedControl
                  size="xs"
                  aria-label={t`What is counted`}
                  value={measure}
                  onChange={(value) => setMeasure(value as Measure)}
                  data={Object.entries(MEASURES).map(([value, label]) => ({ value, label }))}
                />
                <SegmentedControl
                  size="xs"
                  aria-label={t`Days`}
                  value={String(days)}
                  onChange={(value) => onDays(Number(value) as Period)}
                  data={PERIODS.map((period) => ({ value: String(period), label: period === 366 ? t`Year` : t`${period} days` }))}
                />
              </Group>
            }
          />
        )
      }}
    </QueryState>
  )
}
