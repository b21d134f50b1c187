import { t } from '@lingui/core/macro'
import type { GroupFigures } from '@rollcall/contract'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { CompareChart, type ComparedRow } from '../compare/compare-chart.tsx'
import type { Parts } from '../compare/parts.ts'
import { allOf } from '../compare/rows-of.ts'
import { KPIS } from '../figures/kpis.ts'
import { showPercent, showShare } from '../figures/show.ts'
import { queryOf, type Scope } from '../scope/scope.ts'

const NAMES = ['attendanceRate', 'togetherness', 'noShowRate'] as const

type Row = GroupFigures['groups'][number] | undefined

const groupOf = ({ groups }: GroupFigures, { groups: ids }: Scope): Row => groups.find(({ groupId }) => groupId === ids)

/** Groups of the scope by their rates; or one group in several buildings. */
export const CompareGroups = ({ parts }: { parts: Parts }) => {
  const figures = useQueries({
    queries: parts.scopes.map((each) => apiQuery('getGroupFigures', { query: queryOf(each) })),
    combine: allOf,
  })
  if (!figures) return null
  const rows = figures.map((each, index) => groupOf(each, parts.scopes[index] as Scope))
  return (
    <CompareChart
      parts={parts}
      what={t`Rates of attendance`}
      description={
        parts.of === 'groups'
          ? t`How often the members come, how often they meet, and how often they do not come as planned, by group.`
          : t`How often the members come, how often they meet, and how often they do not come as planned, by building.`
      }
      rows={NAMES.map((key): ComparedRow => ({ key, values: rows.map((row) => row?.[key] ?? null) }))}
      heading={{ name: t`Figure`, value: ({ key }) => nameOf(key) }}
      label={nameOf}
      show={showShare}
      showOnAxis={showPercent}
      shape="bar"
      hidden={rows.map((row) => row?.hidden ?? true)}
    />
  )
}

const nameOf = (key: string): string => KPIS[key as (typeof NAMES)[number]].name
