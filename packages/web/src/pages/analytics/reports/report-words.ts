import { plural, t } from '@lingui/core/macro'
import type { Report, ReportContent, ReportLabel, ReportTitle } from '@rollcall/contract'
import { dayRange, fullDay, shortDay } from '../../../time/days.ts'
import { KPIS } from '../figures/kpis.ts'

/** The words of reports in the reader's language, by the codes that stand beside those of the service. */
export const LABELS: Readonly<Record<ReportLabel, string>> = {
  averageDaily: KPIS.averageDaily.name,
  attendanceRate: KPIS.attendanceRate.name,
  weeklyPeak: KPIS.weeklyPeak.name,
  noShowRate: KPIS.noShowRate.name,
  people: KPIS.people.name,
  recommendedDesks: KPIS.recommendedDesks.name,
  came: t({ message: 'Came', context: 'people' }),
  peopleAtOnce: t`People`,
  averagePeak: t`Average peak`,
  averagePeakShare: t`Average peak against capacity`,
  expected: t({ message: 'Expected', context: 'people' }),
  busiestDay: t`Expected on the busiest day`,
  capacity: t`Capacity`,
}

export const TITLES: Readonly<Record<ReportTitle, string>> = {
  came: t`People who came`,
  cameByWeek: t`People who came, mean by week`,
  peopleAtOnce: t`Most people at the same time`,
  peopleAtOnceByWeek: t`Most people at the same time, mean by week`,
  expected: t`People expected`,
  expectedByWeek: t`People expected, mean by week`,
  byBuilding: t`By building`,
  byGroup: t`By group`,
}

/** What the rows of each table are. */
export const ROW_NAMES: Readonly<Record<ReportTitle, string>> = {
  came: t`Day`,
  cameByWeek: t`Week`,
  peopleAtOnce: t`Day`,
  peopleAtOnceByWeek: t`Week`,
  expected: t`Day`,
  expectedByWeek: t`Week`,
  byBuilding: t`Building`,
  byGroup: t`Group`,
}

type Row = ReportContent['tables'][number]['rows'][number]

/** A day, the week that begins on it, no building, or a name. */
export const rowWords = ({ label, code, day }: Pick<Row, 'label' | 'code' | 'day'>): string => {
  if (code === 'noBuilding') return t`No building`
  if (code === null || day === null) return label
  const start = shortDay(day)
  return code === 'week' ? t`Week of ${start}` : start
}

/** More are counted, as the service does. */
const MAX_NAMED = 4
type Asked = Report['scopeFacts']['locations']

const namesOf = (asked: Asked): string =>
  asked.map(({ id, name }) => name ?? (id === 'none' ? t`No building` : t`unknown`)).join(', ')

const places = (asked: Asked): string => {
  const count = asked.length
  if (count === 0) return t`All buildings`
  return count > MAX_NAMED ? plural(count, { one: '# building', other: '# buildings' }) : namesOf(asked)
}

const teams = (asked: Asked): string => {
  const count = asked.length
  if (count === 0) return t`All groups`
  return count > MAX_NAMED ? plural(count, { one: '# group', other: '# groups' }) : namesOf(asked)
}

/** Such as `Berlin, Paris · All groups · 9–15 Mar 2026`. */
export const scopeWords = ({ page, scopeFacts }: Pick<Report, 'page' | 'scopeFacts'>): string => {
  const { from, to, locations, groups } = scopeFacts
  const day = fullDay(to)
  return [places(locations), teams(groups), page === '/analytics/forecast' ? t`as of ${day}` : dayRange(from, to)].join(' · ')
}
