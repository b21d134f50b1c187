import { t } from '@lingui/core/macro'
import type { Column } from '../table/columns.ts'
import type { ChartLook } from './chart-look.ts'

/** What makes a day unlike others, in words. */
export interface DayMark {
  /** Holidays and closures with their buildings; null if there are none. */
  readonly closed: string | null
  /** The buildings whose presence reporting was down; null if there are none. */
  readonly outage: string | null
  /** What administrators wrote about the day. */
  readonly note?: string
  /** The version of Rollcall that began to work. */
  readonly release?: string
}

export type DayMarks = ReadonlyMap<string, DayMark>

export const NO_MARKS: DayMarks = new Map()

/** The marks and their shapes, which differ for people who cannot see colors. */
const KINDS = [
  { key: 'closed', name: t`Holiday or closed`, symbol: 'triangle', series: 2 },
  { key: 'outage', name: t`Outage of presence`, symbol: 'rect', series: 3 },
  { key: 'note', name: t`Note`, symbol: 'diamond', series: 0 },
  { key: 'release', name: t`New version of Rollcall`, symbol: 'pin', series: 1 },
] as const

interface DayOption {
  readonly yAxis: object
  readonly series: readonly object[]
}

/**
 * Marks holidays, closures, outages, notes and new versions in a chart over days: a shape at the top with a dashed line, named in the legend and in the
 * tooltip. `days` are the categories of the chart.
 */
export const withDayMarks = <O extends DayOption>(option: O, days: readonly string[], marks: DayMarks, look: ChartLook) => {
  const drawn = KINDS.flatMap(({ key, name, symbol, series }) => {
    const words = days.map((day) => marks.get(day)?.[key] ?? null)
    if (words.every((text) => text === null)) return []
    const { color } = look.series[series] as ChartLook['series'][number]
    const atTop = {
      ...{ name, type: 'line', yAxisIndex: 1, symbol, symbolSize: 9, showAllSymbol: true, clip: false, color },
      lineStyle: { width: 0 },
      data: words.map((text) => (text === null ? null : 1)),
      tooltip: { valueFormatter: (_: unknown, index: number) => words[index] ?? '–' },
      markLine: {
        ...{ silent: true, symbol: 'none', animation: false, label: { show: false } },
        lineStyle: { color, type: 'dashed', width: 1 },
        data: words.flatMap((text, index) => (text === null ? [] : [{ xAxis: index }])),
      },
    }
    return [atTop]
  })
  if (drawn.length === 0) return option
  return {
    ...option,
    yAxis: [option.yAxis, { type: 'value', min: 0, max: 1, show: false }],
    series: [...option.series, ...drawn],
  }
}

const wordsOf = ({ closed, outage: places, note, release }: DayMark): string =>
  [closed, places === null ? null : t`Outage: ${places}`, note, release].filter((text) => typeof text === 'string').join('; ')

/** The same marks in tables and files. */
export const markColumn = <Row extends { readonly day: string }>(marks: DayMarks): Column<Row> => ({
  name: t`Special day`,
  value: ({ day }) => {
    const mark = marks.get(day)
    return mark ? wordsOf(mark) : null
  },
  align: 'left',
})

/** The marks of a chart for people who do not see it; empty if there are none. */
export const markSummary = (days: readonly string[], marks: DayMarks): string => {
  const count = (key: keyof DayMark) => days.filter((day) => (marks.get(day)?.[key] ?? null) !== null).length
  const [closed, outages, notes, releases] = [count('closed'), count('outage'), count('note'), count('release')]
  const parts = [
    closed > 0 ? t`${closed} with a holiday or closure` : '',
    outages > 0 ? t`${outages} with an outage` : '',
    notes > 0 ? t`${notes} with a note` : '',
    releases > 0 ? t`${releases} with a new version` : '',
  ]
  const marked = parts.filter(Boolean).join(', ')
  return marked === '' ? '' : ` ${t`Marked: ${marked}.`}`
}
