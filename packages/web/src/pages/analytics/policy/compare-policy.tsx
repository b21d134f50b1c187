import { t } from '@lingui/core/macro'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { CompareChart } from '../compare/compare-chart.tsx'
import type { Parts } from '../compare/parts.ts'
import { allOf, rowsOf } from '../compare/rows-of.ts'
import { showPercent, showShare, showShortWeek, showWeek } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'
import { shareMet, sumWeeks, topGroups } from './policy-counts.ts'

/** The share of people who met their policy, by week and building or group of the scope. */
export const ComparePolicy = ({ parts }: { parts: Parts }) => {
  const figures = useQueries({
    queries: parts.scopes.map((scope) => apiQuery('getPolicyFigures', { query: queryOf(scope) })),
    combine: allOf,
  })
  if (!figures) return null
  const tops = figures.map(({ groups }) => topGroups(groups))
  const isoWeekOf = new Map(tops.flatMap(sumWeeks).map(({ day, week }) => [day, week]))
  return (
    <CompareChart
      parts={parts}
      what={t`Policy met by week`}
      description={
        parts.of === 'locations'
          ? t`The share of people who met their policy among those with anything required, by building.`
          : t`The share of people who met their policy among those with anything required, by group.`
      }
      rows={rowsOf(tops.map(sumWeeks), ({ day }) => day, shareMet)}
      heading={{ name: t`Week`, value: ({ key }) => isoWeekOf.get(key) ?? key, show: ({ key }) => showWeek(key) }}
      label={showShortWeek}
      show={showShare}
      showOnAxis={showPercent}
      hidden={tops.map((groups) => groups.length > 0 && groups.every(({ hidden }) => hidden))}
    />
  )
}
