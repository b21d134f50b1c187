import { KPI_DEFINITIONS, type KpiName } from './analytics-kpi-definitions.ts'

/** The words of reports by the code that stands beside each, so that apps write them in other languages. */

const nameOf = (kpi: KpiName): string => KPI_DEFINITIONS[kpi].name

/** Figures and columns. */
export const REPORT_LABELS = {
  averageDaily: nameOf('averageDaily'),
  attendanceRate: nameOf('attendanceRate'),
  weeklyPeak: nameOf('weeklyPeak'),
  noShowRate: nameOf('noShowRate'),
  people: nameOf('people'),
  recommendedDesks: nameOf('recommendedDesks'),
  came: 'Came',
  peopleAtOnce: 'People',
  averagePeak: 'Average peak',
  averagePeakShare: 'Average peak against capacity',
  expected: 'Expected',
  busiestDay: 'Expected on the busiest day',
  capacity: 'Capacity',
} as const satisfies Record<string, string>
export type ReportLabel = keyof typeof REPORT_LABELS

/** Tables. */
export const REPORT_TITLES = {
  came: 'People who came',
  cameByWeek: 'People who came, mean by week',
  peopleAtOnce: 'Most people at the same time',
  peopleAtOnceByWeek: 'Most people at the same time, mean by week',
  expected: 'People expected',
  expectedByWeek: 'People expected, mean by week',
  byBuilding: 'By building',
  byGroup: 'By group',
} as const satisfies Record<string, string>
export type ReportTitle = keyof typeof REPORT_TITLES

/** Rows that are no building or group by name: a day, the week that begins on it, and people or events without a building. */
export const REPORT_ROWS = ['day', 'week', 'noBuilding'] as const
