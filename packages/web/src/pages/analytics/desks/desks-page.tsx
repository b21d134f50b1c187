import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { DeskFigures, KpiDefinition } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { useParts } from '../compare/parts.ts'
import { type Figure, FigureRow } from '../figures/figure-row.tsx'
import { FiguresQuery, HiddenState } from '../figures/figures-query.tsx'
import { KPIS } from '../figures/kpis.ts'
import { PublishedLine } from '../figures/published-line.tsx'
import { showWhole } from '../figures/show.ts'
import { queryOf } from '../scope/scope.ts'
import { ScopeBar } from '../scope/scope-bar.tsx'
import { useScope } from '../scope/use-scope.ts'
import { CompareDesks } from './compare-desks.tsx'
import { FloorUse } from './floor-use.tsx'
import { HourMap } from './hour-map.tsx'
import { AlwaysFullTable, HardlyUsedTable } from './stand-out-table.tsx'
import { ZoneTable } from './zone-table.tsx'

const DEFINITIONS = {
  utilization: KPIS.utilization,
  usedDeskDays: {
    name: t`Used desk days`,
    sentence: t`How often a desk was used on a workday.`,
    formula: t`A desk that is used on four workdays counts four times. Buildings that report no presence are left out.`,
    unit: 'days',
  },
  bookedDeskDays: {
    name: t`Booked desk days`,
    sentence: t`How often a desk, or a place in a neighborhood, was booked on a workday.`,
    formula: t`A desk that is booked on four workdays counts four times.`,
    unit: 'days',
  },
  deskDays: {
    name: t`Desk days`,
    sentence: t`How often desks could have been used.`,
    formula: t`Capacity times workdays of the building.`,
    unit: 'days',
  },
  capacity: {
    name: t`Capacity`,
    sentence: t`How many people have a seat at once, as of now.`,
    formula: t`Active desks, and the capacity of neighborhoods.`,
    unit: 'desks',
  },
} as const satisfies Record<string, KpiDefinition>

const figuresOf = ({ totals, previous }: DeskFigures): Figure[] =>
  (Object.keys(DEFINITIONS) as (keyof typeof DEFINITIONS)[]).map((name) => ({
    ...DEFINITIONS[name],
    ...{ value: totals[name], current: previous.current[name], before: previous.totals[name] },
    ...(name === 'utilization' ? { basis: basisOf(totals) } : {}),
  }))

const basisOf = ({ usedDeskDays, measuredDeskDays }: DeskFigures['totals']): string | undefined => {
  if (usedDeskDays === null || !measuredDeskDays) return undefined
  const [used, measured] = [showWhole(usedDeskDays), showWhole(measuredDeskDays)]
  return t`${used} of ${measured} desk days with presence reported`
}

export const DesksPage = () => {
  const [scope] = useScope()
  const query = useQuery({ ...apiQuery('getDeskFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t`Desks and spaces`}
        description={t`How desks, neighborhoods and spaces are used on workdays.`}
        actions={<ViewsMenu page="/analytics/desks" />}
      />
      <ScopeBar />
      <PublishedLine figures={query.data} />
      <FiguresQuery query={query} height={1600}>
        {(figures) => (figures.hidden ? <HiddenState figures={figures} /> : <Figures figures={figures} />)}
      </FiguresQuery>
    </>
  )
}

const Figures = ({ figures }: { figures: DeskFigures }) => {
  const parts = useParts()
  return (
    <Stack gap="md">
      <FigureRow
        figures={figuresOf(figures)}
        compared={figures.previous}
        publishedDays={Math.max(0, ...figures.publishedThrough.map(({ publishedDays }) => publishedDays))}
      />
      {parts ? <CompareDesks parts={parts} /> : null}
      <ZoneTable figures={figures} />
      <HourMap />
      <HardlyUsedTable figures={figures} />
      <AlwaysFullTable figures={figures} />
      <FloorUse levels={figures.levels} zones={figures.zones} />
    </Stack>
  )
}
