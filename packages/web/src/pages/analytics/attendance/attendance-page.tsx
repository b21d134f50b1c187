import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack } from '@mantine/core'
import type { AttendanceFigures, KpiName } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { useParts } from '../compare/parts.ts'
import { DayNotesButton } from '../figures/day-notes.tsx'
import { FigureRow, figuresOf } from '../figures/figure-row.tsx'
import { FiguresQuery, HiddenState } from '../figures/figures-query.tsx'
import { PublishedLine } from '../figures/published-line.tsx'
import { useDayMarks } from '../figures/special-days.ts'
import { queryOf } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { CompareDays } from './compare-days.tsx'
import { DailyChart } from './daily-chart.tsx'
import { LocationTable } from './location-table.tsx'
import { NoShowChart } from './no-show-chart.tsx'
import { PlannedChart } from './planned-chart.tsx'
import { basesOf } from './shares.ts'
import { WeekdayChart } from './weekday-chart.tsx'

const KPIS: readonly KpiName[] = [
  'averageDaily',
  'attendanceRate',
  'weeklyPeak',
  'weeklyLow',
  'p90',
  'averagePlanned',
  'seenPerPlanned',
  'noShowRate',
  'people',
  'workdays',
]

export const AttendancePage = () => {
  const [scope] = useScope()
  const query = useQuery({
    ...apiQuery('getAttendanceFigures', { query: queryOf(scope) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t`Attendance`}
        description={t`Who came (by where people were seen) and who was expected (by booking or plan), on published days.`}
        actions={
          <>
            <DayNotesButton />
            <ViewsMenu page="/analytics/attendance" />
          </>
        }
      />
      <ScopeBar withNone />
      <PublishedLine figures={query.data} />
      <FiguresQuery query={query} height={1400}>
        {(figures) => (figures.hidden ? <HiddenState figures={figures} /> : <Figures figures={figures} />)}
      </FiguresQuery>
    </>
  )
}

const Figures = ({ figures: { kpis, previous, days, weekdays, locations } }: { figures: AttendanceFigures }) => {
  const [scope] = useScope()
  const marks = useDayMarks(scope)
  const parts = useParts()
  const bases = basesOf(days)
  const tiles = figuresOf(KPIS, kpis, previous).map((figure, index) => ({ ...figure, basis: bases[KPIS[index] as KpiName] }))
  return (
    <Stack gap="md">
      <FigureRow figures={tiles} compared={previous} publishedDays={days.length} />
      <DailyChart days={days} marks={marks} />
      {parts ? <CompareDays parts={parts} marks={marks} /> : null}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <PlannedChart days={days} marks={marks} />
        <WeekdayChart weekdays={weekdays} />
      </SimpleGrid>
      <NoShowChart days={days} marks={marks} />
      <LocationTable locations={locations} />
    </Stack>
  )
}
