import { t } from '@lingui/core/macro'
import { SimpleGrid } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import type { DayMarks } from '../../../components/chart/day-marks.ts'
import { hourText } from '../../../time/zoned-time.ts'
import { CompareChart } from '../compare/compare-chart.tsx'
import type { Parts } from '../compare/parts.ts'
import { usePastDays } from '../compare/past-days.tsx'
import { allOf, rowsOf } from '../compare/rows-of.ts'
import { showAmount, showWhole } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'
import { busyOf } from './hour-chart.tsx'

/** How full the buildings of the scope were, or how many people of its groups were there, by hour and by day. */
export const CompareHeadcount = ({ parts, marks }: { parts: Parts; marks: DayMarks }) => {
  const figures = useQueries({
    queries: parts.scopes.map((scope) => apiQuery('getHeadcountFigures', { query: queryOf(scope) })),
    combine: allOf,
  })
  const ofDays = rowsOf(
    figures?.map(({ days }) => days),
    ({ day }) => day,
    ({ peakPeople }) => peakPeople,
  )
  const days = usePastDays(ofDays)
  if (!figures) return null
  const isOfBuildings = parts.of === 'locations'
  const hidden = figures.map((each) => each.hidden)
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <CompareChart
        parts={parts}
        what={t`People present by hour`}
        description={
          isOfBuildings
            ? t`How many people are there at the same time on an average workday, by building.`
            : t`How many people are there at the same time on an average workday, by group.`
        }
        rows={rowsOf(
          figures.map(({ hours }) => busyOf(hours)),
          ({ hour }) => hourText(hour),
          ({ averagePeople }) => averagePeople,
        )}
        heading={{ name: t`Hour`, value: ({ key }) => key }}
        label={(key) => key}
        show={showAmount}
        hidden={hidden}
      />
      <CompareChart
        parts={parts}
        what={t`Peak by day`}
        description={
          isOfBuildings
            ? t`The most people who were there in the same hour, by building.`
            : t`The most people who were there in the same hour, by group.`
        }
        rows={ofDays}
        show={showWhole}
        hidden={hidden}
        marks={marks}
        {...days}
      />
    </SimpleGrid>
  )
}
