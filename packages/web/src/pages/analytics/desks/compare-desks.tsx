import { t } from '@lingui/core/macro'
import type { DeskFigures } from '@rollcall/contract'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { CompareChart, type ComparedRow } from '../compare/compare-chart.tsx'
import type { Parts } from '../compare/parts.ts'
import { allOf } from '../compare/rows-of.ts'
import { showPercent, showShare } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'

interface Share {
  readonly name: string
  readonly of: (totals: DeskFigures['totals']) => number | null
}

/** Shares of the desk days: they compare a large building with a small one. */
const SHARES: readonly Share[] = [
  { name: t`Used`, of: ({ utilization }) => utilization },
  {
    name: t`Booked`,
    of: ({ bookedDeskDays, deskDays }) => (bookedDeskDays === null || !deskDays ? null : bookedDeskDays / deskDays),
  },
]

/** How the desks of the buildings of the scope, or those of its groups, are used. */
export const CompareDesks = ({ parts }: { parts: Parts }) => {
  const figures = useQueries({
    queries: parts.scopes.map((scope) => apiQuery('getDeskFigures', { query: queryOf(scope) })),
    combine: allOf,
  })
  if (!figures) return null
  return (
    <CompareChart
      parts={parts}
      what={t`Use of desks`}
      description={
        parts.of === 'locations'
          ? t`The share of the desk days that were used, and that were booked, by building.`
          : t`The share of the desk days that were used, and that were booked, by the group that the zones are allocated to.`
      }
      rows={SHARES.map(({ name, of }): ComparedRow => ({ key: name, values: figures.map(({ totals }) => of(totals)) }))}
      heading={{ name: t`Desk days`, value: ({ key }) => key }}
      label={(key) => key}
      show={showShare}
      showOnAxis={showPercent}
      shape="bar"
      hidden={figures.map(({ hidden }) => hidden)}
    />
  )
}
