import {
  type AttendanceFigures,
  type AttendanceKpis,
  type ForecastFigures,
  KPI_DEFINITIONS,
  type KpiName,
  REPORT_LABELS,
  REPORT_TITLES,
  type ReportContent,
  type ReportLabel,
  type ReportPage,
  type ReportTitle,
} from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysBetween, weekdayOf } from '../../platform/time/day.ts'
import { getAttendanceFigures } from './attendance-figures.ts'
import { getForecastFigures } from './forecast-figures.ts'
import { createFutureDays } from './future-days.ts'
import { getGroupFigures } from './group-figures.ts'
import { getHeadcountFigures } from './headcount-figures.ts'
import { createLatePlans } from './late-plans.ts'
import { type AskedScope, fixedSearch, readScopeFacts, readSearch, scopeInWords, showDays } from './report-scope.ts'
import { inSnapshot, readScope } from './scope.ts'

type Table = ReportContent['tables'][number]
type Column = Table['columns'][number]
type ReportKpi = KpiName & ReportLabel

const labeled = (code: ReportLabel, unit: Column['unit']): Column => ({ label: REPORT_LABELS[code], code, unit })
const column = (name: ReportKpi): Column => labeled(name, KPI_DEFINITIONS[name].unit)
const figure = (name: ReportKpi, value: number | null) => ({ ...column(name), value })
const titled = (titleCode: ReportTitle) => ({ title: REPORT_TITLES[titleCode], titleCode })

/** A row about a building or group. */
const named = (name: string | null, values: Table['rows'][number]['values']): Table['rows'][number] => ({
  ...(name === null ? { label: 'No building', code: 'noBuilding' } : { label: name, code: null }),
  day: null,
  values,
})

/** More days than this are shown by week. */
const MAX_DAYS = 35
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const showDay = (day: string): string => DAY.format(new Date(day)).replace(',', '')

interface DayValue {
  readonly day: string
  readonly value: number | null
}

/** People by day or, in longer periods, their mean by week; days without a value are left out. */
const byDay = (of: 'came' | 'peopleAtOnce' | 'expected', given: readonly DayValue[]): Table => {
  const days = given.filter((each): each is DayValue & { value: number } => each.value !== null)
  const isLong = days.length > 0 && daysBetween(given[0]?.day as string, given.at(-1)?.day as string) >= MAX_DAYS
  const parts = isLong
    ? Map.groupBy(days, ({ day }) => daysAfter(day, 1 - weekdayOf(day)))
    : new Map(days.map((day) => [day.day, [day]]))
  const rows = [...parts].map(([day, values]) => ({
    ...(isLong ? ({ label: `Week of ${showDay(day)}`, code: 'week' } as const) : ({ label: showDay(day), code: 'day' } as const)),
    day,
    values: [values.reduce((sum, { value }) => sum + value, 0) / values.length],
  }))
  return { ...titled(isLong ? `${of}ByWeek` : of), columns: [labeled(of, 'people')], rows, isDrawn: true }
}

const byKpi = (
  title: ReportTitle,
  names: readonly ReportKpi[],
  parts: readonly (readonly [string | null, Partial<AttendanceKpis>])[],
): Table => ({
  ...titled(title),
  columns: names.map(column),
  rows: parts.map(([name, kpis]) =>
    named(
      name,
      names.map((kpi) => (kpis as Partial<Record<KpiName, number | null>>)[kpi] ?? null),
    ),
  ),
  isDrawn: false,
})

/** Workdays, and other days on which anyone came. */
const isShown = ({ day, value }: DayValue): boolean => weekdayOf(day) < 6 || (value ?? 0) > 0

const attendanceContent = ({ kpis, days, locations }: AttendanceFigures): ReportContent => ({
  figures: (['averageDaily', 'attendanceRate', 'weeklyPeak', 'noShowRate', 'people'] as const).map((name) =>
    figure(name, kpis[name]),
  ),
  tables: [
    byDay('came', days.map(({ day, seen }) => ({ day, value: seen })).filter(isShown)),
    byKpi(
      'byBuilding',
      ['averageDaily', 'attendanceRate', 'noShowRate'],
      locations.map(({ locationName, kpis: own }) => [locationName, own]),
    ),
  ],
})

const headcountContent = async (db: Db, orgId: string, asked: AskedScope): Promise<ReportContent> => {
  const { averagePeak, averageUtilization, days, locations } = await getHeadcountFigures(
    db,
    await readScope(db, orgId, queryOf(asked)),
  )
  const [peak, use] = [labeled('averagePeak', 'people'), labeled('averagePeakShare', 'share')]
  return {
    figures: [
      { ...peak, value: averagePeak },
      { ...use, value: averageUtilization },
    ],
    tables: [
      byDay('peopleAtOnce', days.map(({ day, peakPeople }) => ({ day, value: peakPeople })).filter(isShown)),
      {
        ...titled('byBuilding'),
        columns: [peak, use],
        rows: locations.map((one) => named(one.locationName, [one.averagePeak, one.averageUtilization])),
        isDrawn: false,
      },
    ],
  }
}

const forecastContent = ({ locations }: ForecastFigures): ReportContent => {
  const days = [...new Set(locations.flatMap((location) => location.days.map(({ day }) => day)))].sort()
  const known = locations.filter((location) => location.days.some(({ expected }) => expected !== null))
  // Where it is tomorrow already, a building has no figure of today, and others have none of its last day.
  const totalOf = (day: string): number | null => {
    const parts = known.flatMap((location) => location.days.find((each) => each.day === day)?.expected ?? [])
    return parts.length > 0 && parts.length === known.length ? parts.reduce((sum, expected) => sum + expected, 0) : null
  }
  const busiest = (location: ForecastFigures['locations'][number]): number | null => {
    const people = location.days.flatMap(({ expected }) => expected ?? [])
    return people.length > 0 ? Math.max(...people) : null
  }
  return {
    figures: [],
    tables: [
      byDay('expected', days.map((day) => ({ day, value: totalOf(day) })).filter(isShown)),
      {
        ...titled('byBuilding'),
        columns: [labeled('busiestDay', 'people'), labeled('capacity', 'desks')],
        rows: locations.map((one) => named(one.locationName, [busiest(one), one.capacity])),
        isDrawn: false,
      },
    ],
  }
}

const queryOf = ({ period, ...scope }: AskedScope) => ({ ...period, ...scope })

interface Question {
  readonly page: ReportPage
  readonly search: string
  readonly day: string
}

/** Reads what a page says about its scope as of a day, as figures and tables. Figures are withheld as on the page. */
export const createReportReader = () => {
  const remembered = { futureDays: createFutureDays(), latePlans: createLatePlans() }
  const contentOf = async (db: Db, orgId: string, page: ReportPage, asked: AskedScope): Promise<ReportContent> => {
    if (page === '/analytics/headcount') return headcountContent(db, orgId, asked)
    if (page === '/analytics/forecast') {
      const { locationIds } = asked
      return forecastContent(await getForecastFigures(db, remembered, orgId, { locationIds }))
    }
    const scope = await readScope(db, orgId, queryOf(asked))
    if (page === '/analytics/attendance') return attendanceContent(await getAttendanceFigures(db, scope))
    const { groups } = await getGroupFigures(db, scope)
    const names = ['averageDaily', 'attendanceRate', 'recommendedDesks'] as const
    return {
      figures: [],
      tables: [
        byKpi(
          'byGroup',
          names,
          groups.map((group) => [group.groupName, group]),
        ),
      ],
    }
  }
  return (db: Db, orgId: string, { page, search, day }: Question) =>
    inSnapshot(db, async (snapshot) => {
      const asked = readSearch(search, day)
      const { locationIds, period } = asked
      const isForecast = page === '/analytics/forecast'
      const scopeFacts = await readScopeFacts(
        snapshot,
        orgId,
        isForecast ? { period: { from: day, to: day }, ...(locationIds ? { locationIds } : {}) } : asked,
      )
      const words = scopeInWords(scopeFacts)
      return {
        search: isForecast ? (locationIds ? new URLSearchParams({ locations: locationIds }).toString() : '') : fixedSearch(asked),
        scope: isForecast ? `${words} · as of ${showDays(day, day)}` : `${words} · ${showDays(period.from, period.to)}`,
        scopeFacts,
        content: await contentOf(snapshot, orgId, page, asked),
      }
    })
}
