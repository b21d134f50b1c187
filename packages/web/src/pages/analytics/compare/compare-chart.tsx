import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, NO_MARKS, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { showList } from '../figures/show.ts'
import { zoomOf } from '../figures/zoom.ts'
import type { PartsOf } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'
import type { Parts } from './parts.ts'

const SYMBOLS = ['circle', 'emptyDiamond', 'triangle', 'emptyCircle'] as const
const LINES = ['solid', 'dashed', 'dotted', 'solid'] as const
/** More points than this have no room for symbols. */
const MANY = 70

/** A day, week, hour or figure, with the value of each part; null where there is none. */
export interface ComparedRow {
  readonly key: string
  readonly values: readonly (number | null)[]
}

interface Props {
  readonly parts: Parts
  /** What is compared, such as `Attendance by day`. */
  readonly what: string
  readonly description: string
  readonly rows: readonly ComparedRow[]
  /** The column that names the rows. */
  readonly heading: Column<ComparedRow>
  /** The row on the axis. */
  readonly label: (key: string) => string
  readonly show: (value: number) => string
  /** The same on the axis, if it is no plain number there. */
  readonly showOnAxis?: (value: number) => string
  /** Rows without an order are drawn as bars. */
  readonly shape?: 'line' | 'bar'
  /** Whether the figures of each part are withheld. */
  readonly hidden?: readonly boolean[]
  /** Of days. */
  readonly marks?: DayMarks
  readonly onPick?: (index: number) => void
  readonly below?: ReactNode
}

const titleOf = (what: string, of: PartsOf): string =>
  of === 'locations' ? t`${what}, buildings compared` : t`${what}, groups compared`

type Drawn = Pick<Props, 'rows' | 'label' | 'show' | 'showOnAxis' | 'shape'> & Pick<Parts, 'names'>

const optionOf =
  ({ rows, names, label, show, showOnAxis, shape }: Drawn) =>
  (look: ChartLook) => ({
    grid: { left: 8, right: 12, top: 36, bottom: rows.length > MANY ? 56 : 12 },
    legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 14 },
    tooltip: {
      trigger: 'axis',
      ...(shape === 'bar' ? { axisPointer: { type: 'shadow' } } : {}),
      valueFormatter: (value: number | null | undefined) => (typeof value === 'number' ? show(value) : '–'),
    },
    xAxis: { type: 'category', data: rows.map(({ key }) => label(key)), axisLabel: { hideOverlap: true } },
    yAxis: { type: 'value', ...(showOnAxis ? { axisLabel: { formatter: showOnAxis } } : {}) },
    ...zoomOf(rows.length),
    series: names.map((name, index) => ({
      ...{ name, data: rows.map(({ values }) => values[index] ?? null) },
      ...(shape === 'bar'
        ? { type: 'bar', itemStyle: look.series[index] }
        : {
            ...{ type: 'line', symbol: SYMBOLS[index], symbolSize: 7, showSymbol: rows.length <= MANY },
            ...{ color: look.series[index]?.color, lineStyle: { width: 2, type: LINES[index] } },
          }),
    })),
  })

/** The buildings or groups of the scope next to each other, in one chart, table, picture and file. */
export const CompareChart = ({
  parts: { of, names, choices },
  what,
  description,
  rows,
  heading,
  label,
  show,
  showOnAxis,
  shape = 'line',
  hidden = [],
  marks = NO_MARKS,
  ...rest
}: Props) => {
  const withheld = names.filter((_, index) => hidden[index])
  const [list, withheldList] = [showList(names), showList(withheld)]
  const keys = rows.map(({ key }) => key)
  const { name: special, value: markOf } = markColumn<{ day: string }>(marks)
  return (
    <Chart
      title={titleOf(what, of)}
      description={withheld.length > 0 ? `${description} ${t`Withheld, because they are few: ${withheldList}.`}` : description}
      data={withheld.length === names.length ? [] : rows}
      columns={[
        heading,
        ...names.map(
          (name, index): Column<ComparedRow> => ({
            key: String(index),
            name,
            value: ({ values }) => values[index] ?? null,
            show: ({ values }) => {
              const value = values[index] ?? null
              return value === null ? '–' : show(value)
            },
            align: 'right',
          }),
        ),
        ...(marks.size > 0 ? [{ name: special, value: ({ key }: ComparedRow) => markOf({ day: key }) }] : []),
      ]}
      option={(look) =>
        withDayMarks(
          optionOf({ rows, names, label, show, shape, ...(showOnAxis ? { showOnAxis } : {}) })(look),
          keys,
          marks,
          look,
        )
      }
      rowKey={({ key }) => key}
      height={300}
      summary={`${list}.${markSummary(keys, marks)}`}
      controls={choices.length > 1 ? <PartsChoice of={of} /> : undefined}
      {...rest}
    />
  )
}

/** Chooses what is compared where the scope has several buildings and several groups. */
const PartsChoice = ({ of }: { of: PartsOf }) => {
  const [, change] = useScope()
  return (
    <NativeSelect
      aria-label={t`What is compared`}
      size="xs"
      value={of}
      data={[
        { value: 'locations', label: t`Buildings` },
        { value: 'groups', label: t`Groups` },
      ]}
      onChange={({ currentTarget: { value } }) => change({ compare: value as PartsOf })}
    />
  )
}
