import { t } from '@lingui/core/macro'
import { PlannersOfDay, usePlannersOfDays } from '../drill/planners-of-day.tsx'
import { showDay, showWeekdayAndDay } from '../figures/show.ts'
import { CompareChart, type ComparedRow } from './compare-chart.tsx'
import type { Parts } from './parts.ts'
import { rowsOf } from './rows-of.ts'

interface Building<Day> {
  readonly locationId: string | null
  readonly days: readonly Day[]
}

interface Props<Day> {
  readonly parts: Parts
  readonly what: string
  readonly description: string
  readonly locations: readonly Building<Day>[]
  readonly figureOf: (day: Day) => number | null
  readonly show: (value: number) => string
}

/** The buildings of the scope next to each other, on the days ahead. */
export const CompareComingDays = <Day extends { readonly day: string }>({ parts, locations, figureOf, ...rest }: Props<Day>) => {
  const daysOf = (id: string | undefined) => locations.find(({ locationId }) => locationId === id)?.days ?? []
  const rows = rowsOf(
    parts.scopes.map((scope) => daysOf(scope.locations)),
    ({ day }) => day,
    figureOf,
  )
  const planners = usePlannersOfDays(rows.map(({ key }) => key))
  return (
    <CompareChart
      parts={parts}
      rows={rows}
      heading={{
        name: t`Day`,
        value: ({ key }: ComparedRow) => key,
        show: ({ key }: ComparedRow) => showDay(key),
        render: ({ key }: ComparedRow) => <PlannersOfDay day={key} />,
      }}
      label={showWeekdayAndDay}
      {...rest}
      {...planners}
    />
  )
}
