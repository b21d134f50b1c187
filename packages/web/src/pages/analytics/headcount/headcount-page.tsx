import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { HeadcountFigures, KpiDefinition } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { useParts } from '../compare/parts.ts'
import { DayNotesButton } from '../figures/day-notes.tsx'
import { type Figure, FigureRow } from '../figures/figure-row.tsx'
import { FiguresQuery, HiddenState } from '../figures/figures-query.tsx'
import { PublishedLine } from '../figures/published-line.tsx'
import { useDayMarks } from '../figures/special-days.ts'
import { queryOf } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { CompareHeadcount } from './compare-headcount.tsx'
import { HourChart } from './hour-chart.tsx'
import { PeakChart } from './peak-chart.tsx'
import { PeakTable } from './peak-table.tsx'

const DEFINITIONS = {
  averagePeak: {
    name: t`Average daily peak`,
    answers: 'who came',
    sentence: t`How many people are there at once in the busiest hour of an average workday.`,
    formula: t`Mean over the workdays with presence reports of the most people present in one hour. A person is present in each hour from the first to the last time that they were seen in the building. Several buildings are added up by their local hours.`,
    unit: 'people',
  },
  averageUtilization: {
    name: t`Average peak of capacity`,
    answers: 'who came',
    sentence: t`How much of the capacity the people of the busiest hour would take.`,
    formula: t`Average daily peak / mean capacity (desks and neighborhood places) of the buildings that reported presence. People in meeting rooms count too, so that it may be above 100 %.`,
    unit: 'share',
  },
  highestPeak: {
    name: t`Highest peak`,
    answers: 'who came',
    sentence: t`How many people were there at once in the busiest hour of the period.`,
    formula: t`The largest number of people present in one hour, over all published days, weekends included.`,
    unit: 'people',
  },
  workdays: {
    name: t`Workdays`,
    sentence: t`The number of days that the averages cover.`,
    formula: t`Published Mondays to Fridays of the period; all published days, if the period has no other.`,
    unit: 'days',
  },
} as const satisfies Record<string, KpiDefinition>

const highestOf = ({ days }: HeadcountFigures): number | null => {
  const known = days.flatMap(({ peakPeople }) => peakPeople ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

const figuresOf = (figures: HeadcountFigures): Figure[] => {
  const values = { ...figures, highestPeak: highestOf(figures) }
  return (Object.keys(DEFINITIONS) as (keyof typeof DEFINITIONS)[]).map((name) => ({
    ...DEFINITIONS[name],
    ...{ value: values[name], current: null, before: null },
  }))
}

export const HeadcountPage = () => {
  const [scope] = useScope()
  const query = useQuery({ ...apiQuery('getHeadcountFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t`Headcount`}
        description={t`How many people were in the office at the same time, by hour and day, next to plans, bookings and capacity, on published days.`}
        actions={
          <>
            <DayNotesButton />
            <ViewsMenu page="/analytics/headcount" />
          </>
        }
      />
      <ScopeBar />
      <PublishedLine figures={query.data} />
      <FiguresQuery query={query} height={1200}>
        {(figures) => (figures.hidden ? <HiddenState figures={figures} /> : <Figures figures={figures} />)}
      </FiguresQuery>
    </>
  )
}

const Figures = ({ figures }: { figures: HeadcountFigures }) => {
  const [scope] = useScope()
  const marks = useDayMarks(scope)
  const parts = useParts()
  return (
    <Stack gap="md">
      <FigureRow figures={figuresOf(figures)} />
      <HourChart hours={figures.hours} />
      <PeakChart days={figures.days} marks={marks} />
      {parts ? <CompareHeadcount parts={parts} marks={marks} /> : null}
      <PeakTable locations={figures.locations} />
    </Stack>
  )
}
