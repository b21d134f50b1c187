import Type, { type Static } from 'typebox'
import { named, nullable } from '../schema/atoms.ts'
import { KPI_DEFINITIONS, type KpiDefinition, type KpiName } from './analytics-kpi-definitions.ts'

const EXAMPLES: Readonly<Record<KpiDefinition['unit'], number>> = { people: 412.5, days: 62, share: 0.71, desks: 430 }

/** The schema of a KPI: null when it is hidden or has no data. */
export const kpi = (name: KpiName) => {
  const { sentence, formula, unit } = KPI_DEFINITIONS[name]
  const isWhole = name === 'people' || name === 'workdays' || name === 'recommendedDesks'
  const example = isWhole ? Math.round(EXAMPLES[unit]) : EXAMPLES[unit]
  const docs = { description: `${sentence} ${formula}`, examples: [example] }
  return nullable(isWhole ? Type.Integer({ minimum: 0, ...docs }) : Type.Number({ minimum: 0, ...docs }))
}

/** The attendance KPIs of a period. */
export const attendanceKpis = {
  people: kpi('people'),
  workdays: kpi('workdays'),
  averageDaily: kpi('averageDaily'),
  averagePlanned: kpi('averagePlanned'),
  weeklyPeak: kpi('weeklyPeak'),
  weeklyLow: kpi('weeklyLow'),
  p90: kpi('p90'),
  attendanceRate: kpi('attendanceRate'),
  seenPerPlanned: kpi('seenPerPlanned'),
  noShowRate: kpi('noShowRate'),
}
export const AttendanceKpis = named(
  'AttendanceKpis',
  Type.Object(attendanceKpis, { description: 'The attendance KPIs of a period; all null when hidden.' }),
)
export type AttendanceKpis = Static<typeof AttendanceKpis>
