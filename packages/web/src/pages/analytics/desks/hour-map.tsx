import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { HourFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { Chart } from '../../../components/chart/chart.tsx'
import type { Column } from '../../../components/chart/columns.ts'
import { FiguresQuery } from '../figures/figures-query.tsx'
import { showAmount, showWeekday, showWhole } from '../figures/show.ts'
import { WithheldState } from '../figures/withheld.tsx'
import { queryOf } from '../scope/scope.ts'
import { useScope } from '../scope/use-scope.ts'
import { HOUR_MEASURES, type HourMeasure } from './desk-view.ts'
import { heatOption } from './heat-option.ts'
import { useDeskView } from './use-desk-view.ts'

type Hour = HourFigures['hours'][number]

const MEASURES: Record<HourMeasure, { name: string; show: (value: number) => string }> = {
  averagePeople: { name: 'People present on average', show: showAmount },
  peakPeople: { name: 'People present at most', show: showWhole },
  averageSpacesOccupied: { name: 'Spaces occupied on average', show: showAmount },
}

export const showHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const COLUMNS: readonly Column<Hour>[] = [
  { name: 'Weekday', value: ({ weekday }) => showWeekday(weekday) },
  { name: 'Hour', value: ({ hour }) => showHour(hour) },
  ...HOUR_MEASURES.map(
    (measure): Column<Hour> => ({
      name: MEASURES[measure].name,
      value: (hour) => hour[measure],
      show: (hour) => {
        const value = hour[measure]
        return value === null ? '–' : MEASURES[measure].show(value)
      },
      align: 'right',
    }),
  ),
]

/** When the week is full. */
export const HourMap = () => {
  const [scope] = useScope()
  const [{ measure = 'averagePeople' }, changeView] = useDeskView()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const query = useQuery({ ...apiQuery('getHourFigures', { query: queryOf(scope) }), placeholderData: keepPreviousData })
  const { name, show } = MEASURES[measure]
  return (
    <FiguresQuery query={query} height={400}>
      {({ hours, hidden, withheld }) => {
        const cells = hours.flatMap((hour) => {
          const value = hour[measure]
          return value === null ? [] : [{ ...hour, value }]
        })
        const top = cells.reduce<(typeof cells)[number] | undefined>((a, b) => (a && a.value >= b.value ? a : b), undefined)
        return hidden ? (
          <WithheldState withheld={withheld} />
        ) : (
          <Chart
            title="Hours of the week"
            description="A person is present in all hours from the first to the last time they were seen in a building that day. Local time of each building, on published days."
            data={hours}
            columns={COLUMNS}
            option={heatOption({ cells, name, show, isUpright: isNarrow === true })}
            rowKey={({ weekday, hour }) => `${weekday} ${hour}`}
            height={isNarrow ? 520 : 320}
            summary={top ? `${name}: most on ${showWeekday(top.weekday)} at ${showHour(top.hour)}, ${show(top.value)}.` : name}
            controls={
              <NativeSelect
                aria-label="What is shown by hour"
                size="xs"
                value={measure}
                data={HOUR_MEASURES.map((value) => ({ value, label: MEASURES[value].name }))}
                onChange={({ currentTarget: { value } }) => changeView({ measure: value as HourMeasure })}
              />
            }
          />
        )
      }}
    </FiguresQuery>
  )
}
