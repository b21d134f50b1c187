import { t } from '@lingui/core/macro'
import { PeopleOfDay, usePeopleOfDays } from '../drill/people-of-day.tsx'
import { showDay, showWeekdayAndDay } from '../figures/show.ts'
import type { ComparedRow } from './compare-chart.tsx'

/** Published days as the rows of a comparison, which lead to their people. */
export const usePastDays = (rows: readonly ComparedRow[]) => ({
  heading: {
    name: t`Day`,
    value: ({ key }: ComparedRow) => key,
    show: ({ key }: ComparedRow) => showDay(key),
    render: ({ key }: ComparedRow) => <PeopleOfDay day={key} outcome="seen" />,
  },
  label: showWeekdayAndDay,
  ...usePeopleOfDays(
    rows.map(({ key }) => key),
    'seen',
  ),
})
