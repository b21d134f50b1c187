import { plural, t } from '@lingui/core/macro'
import type { AttendanceFigures } from '@rollcall/contract'
import { Chart } from '../../../components/chart/chart.tsx'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import { type DayMarks, markColumn, markSummary, withDayMarks } from '../../../components/chart/day-marks.ts'
import type { Column } from '../../../components/table/columns.ts'
import { DrillLink, PEOPLE_HINT, useDrill } from '../drill/drill.tsx'
import { peopleOfDays } from '../drill/targets.ts'
import { showDay, showPercent, showShare, showWeekdayAndDay } from '../figures/show.ts'
import { drawnRates, MAX_DAYS, type NoShows, noShowsOf } from './no-shows.ts'

const showRate = (rate: number | null | undefined): string => (rate === null || rate === undefined ? '–' : showShare(rate))

const targetOf = ({ first, last }: NoShows) => peopleOfDays(first, last, 'noShow')

const columnsOf = (isByWeek: boolean, marks: DayMarks): readonly Column<NoShows>[] => [
  {
    name: isByWeek ? t`Week from` : t`Day`,
    value: ({ day }) => day,
    show: ({ day }) => showDay(day),
    render: (row) => <DrillLink target={targetOf(row)}>{showDay(row.day)}</DrillLink>,
  },
  ...(isByWeek ? [{ name: t`Workdays`, value: ({ workdays }: NoShows) => workdays }] : []),
  { name: t`No-shows (expected and did not come)`, value: ({ noShow }) => noShow },
  { name: t`Expected (where presence is reported)`, value: ({ expected }) => expected },
  { name: t`No-show rate`, value: ({ rate }) => rate, show: ({ rate }) => showRate(rate) },
  { name: t`Released (not checked in)`, value: ({ released }) => released },
  { name: t`Bookings (left or released)`, value: ({ bookings }) => bookings },
  { name: t`Release rate`, value: ({ releaseRate }) => releaseRate, show: ({ releaseRate }) => showRate(releaseRate) },
  ...(isByWeek ? [] : [markColumn<NoShows>(marks)]),
]

/** A period may begin and end within a week. */
const labelOf = ({ day, workdays }: NoShows, isByWeek: boolean): string => {
  const from = showWeekdayAndDay(day)
  return isByWeek && workdays < 5 ? t`${from} (${workdays} of 5 workdays)` : from
}

const optionOf = (rows: readonly NoShows[], isByWeek: boolean) => (look: ChartLook) => ({
  grid: { left: 8, right: 12, top: 36, bottom: 12 },
  legend: { top: 0, left: 0 },
  tooltip: { trigger: 'axis', valueFormatter: showRate },
  xAxis: { type: 'category', data: rows.map((row) => labelOf(row, isByWeek)), axisLabel: { hideOverlap: true } },
  yAxis: { type: 'value', min: 0, axisLabel: { formatter: showPercent } },
  // The legend takes two lines on a narrow page.
  media: [{ query: { maxWidth: 400 }, option: { grid: { top: 58 } } }],
  series: [
    {
      name: t`No-show rate`,
      type: 'line',
      symbol: 'circle',
      symbolSize: 6,
      color: look.series[1]?.color,
      lineStyle: { width: 2 },
      data: drawnRates(rows, 'rate', 'expected'),
    },
    // Where no building asks for a check-in, a line at 0 would say nothing.
    ...(hasReleases(rows)
      ? [
          {
            name: t`Release rate`,
            type: 'line',
            symbol: 'emptyDiamond',
            symbolSize: 8,
            color: look.series[2]?.color,
            lineStyle: { type: 'dashed', width: 2 },
            data: drawnRates(rows, 'releaseRate', 'bookings'),
          },
        ]
      : []),
  ],
})

const hasReleases = (rows: readonly NoShows[]): boolean => rows.some(({ released }) => released > 0)

/** Whether people who plan to come do come, and check in where they have to, over time. */
export const NoShowChart = ({ days, marks }: { days: AttendanceFigures['days']; marks: DayMarks }) => {
  const rows = noShowsOf(days)
  const isByWeek = days.length > MAX_DAYS
  const ofDays = isByWeek ? new Map() : marks
  const all = rows.map(({ day }) => day)
  const people = useDrill({ targets: rows.map(targetOf), hint: PEOPLE_HINT })
  const known = rows.filter(({ rate }) => rate !== null)
  const isEmpty = known.length === 0 && !hasReleases(rows)
  const length = isByWeek
    ? t`${plural(rows.length, { one: '# week', other: '# weeks' })}.`
    : t`${plural(rows.length, { one: '# day', other: '# days' })}.`
  return (
    <Chart
      title={isByWeek ? t`No-shows and releases by week` : t`No-shows and releases by day`}
      description={t`No-shows as a share of the people who were expected, by booking or plan. Days without presence reports and outages do not count. Releases, for lack of a check-in, as a share of all bookings. Days on which nearly no one was expected, such as weekends, are gaps.`}
      data={isEmpty ? [] : rows}
      columns={columnsOf(isByWeek, marks)}
      option={(look) => withDayMarks(optionOf(rows, isByWeek)(look), all, ofDays, look)}
      rowKey={({ day }) => day}
      {...people}
      summary={`${length}${markSummary(all, ofDays)}`}
      empty={t`No one was expected on a published day on which presence was reported in this scope.`}
    />
  )
}
