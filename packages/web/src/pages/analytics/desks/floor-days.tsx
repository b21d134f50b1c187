import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { PlaceFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { type ChartLook, useChartLook } from '../../../components/chart/chart-look.ts'
import { FloorMap, type FloorMark, type useFloorImage } from '../../../components/floor-map/floor-map.tsx'
import { showNumber } from '../../../components/format.ts'
import { EmptyState } from '../../../components/states.tsx'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { addDays, daysBetween, fullDay, weekdayOf } from '../../../time/days.ts'
import { calendarQuery, yearOf } from '../../../workplace/calendar.ts'
import { FiguresQuery, WithheldState } from '../figures/figures-query.tsx'
import { useScope } from '../scope/use-scope.ts'
import { PLACE_COLUMNS } from './place-columns.ts'
import { StepSlider } from './step-slider.tsx'
import { inUseMark, notInUseMark, unmeasuredMark, withheldMark } from './use-marks.ts'

type Place = PlaceFigures['places'][number]

const dayQuery = (day: string, locationId: string, levelId: string) =>
  apiQuery('getPlaceFigures', { query: { from: day, to: day, locationId, levelId } })

/** The mark of a desk by what became of it on one day. */
const markOfDay =
  (look: ChartLook) =>
  ({ hidden, usedDays, bookedDays, workdays }: Place): FloorMark => {
    if (hidden) return withheldMark(look)
    if (workdays === 0) return { color: look.line, label: t`no workday`, symbol: 'off', legend: t`No workday` }
    if (usedDays === null) return unmeasuredMark(look)
    if (usedDays > 0) return inUseMark(look)
    if (!bookedDays) return notInUseMark(look)
    const color = look.scale.at(2)?.color ?? look.surface
    return { color, label: t`booked, not used`, symbol: '!', legend: t`Booked, not used` }
  }

const wordsOf = (day: string, figures: PlaceFigures | undefined): string => {
  const on = fullDay(day)
  const shown = figures?.places.filter(({ hidden, workdays, usedDays }) => !hidden && workdays > 0 && usedDays !== null) ?? []
  if (shown.length === 0) return figures ? t`${on}: no figures` : on
  const [used, all] = [showNumber(shown.filter(({ usedDays }) => usedDays).length), showNumber(shown.length)]
  return t`${on}: ${used} of ${all} desks in use`
}

export interface LevelMapProps {
  readonly locationId: string
  readonly levelId: string
  /** The last day with figures; undefined while unknown. */
  readonly lastDay: string | undefined
  readonly layout: Parameters<typeof FloorMap>[0]['layout']
  readonly image: ReturnType<typeof useFloorImage>
  readonly label: string
}

/** The workdays of the building in the period up to the last one with figures; undefined while unknown. */
export const useWorkdays = (locationId: string, lastDay: string | undefined): readonly string[] | undefined => {
  const [scope] = useScope()
  const last = lastDay !== undefined && lastDay < scope.to ? lastDay : scope.to
  const { data: calendar } = useQuery(calendarQuery(locationId, yearOf(last)))
  if (!calendar) return undefined
  return Array.from({ length: Math.max(daysBetween(scope.from, last) + 1, 0) }, (_, index) => addDays(scope.from, index)).filter(
    (day) => calendar.workingDays.includes(weekdayOf(day)),
  )
}

/** The desks of a level on one workday after the other, by a slider that plays. */
export const FloorDays = ({ locationId, levelId, lastDay, layout, image, label }: LevelMapProps) => {
  const [scope] = useScope()
  const look = useChartLook()
  const known = useWorkdays(locationId, lastDay)
  const days = known ?? []
  const [chosen, setChosen] = useState<number>()
  const index = Math.min(chosen ?? days.length - 1, days.length - 1)
  const day = days[index] ?? scope.from
  const next = days[index + 1]
  const query = useQuery({ ...dayQuery(day, locationId, levelId), enabled: days.length > 0, placeholderData: keepPreviousData })
  // The next day is loaded while this one is shown.
  useQuery({ ...dayQuery(next ?? day, locationId, levelId), enabled: next !== undefined })
  const isReady = !query.isPlaceholderData && query.data !== undefined
  if (known?.length === 0) return <EmptyState title={t`No day of this period has figures`} height={540} />
  const words = wordsOf(day, isReady ? query.data : undefined)
  return (
    <Stack gap="xs">
      <StepSlider
        label={t`Day of the floor map`}
        words={words}
        index={index}
        count={days.length}
        isReady={isReady}
        onIndex={setChosen}
      >
        <CsvButton title={`${label}, ${day}`} columns={PLACE_COLUMNS} rows={isReady ? (query.data?.places ?? []) : []} />
      </StepSlider>
      <FiguresQuery query={query} height={540}>
        {({ places, hidden, withheld }) =>
          hidden ? (
            <WithheldState withheld={withheld} />
          ) : (
            <FloorMap
              levelId={levelId}
              places={places}
              markOf={markOfDay(look)}
              layout={layout}
              image={image}
              label={`${label}, ${words}`}
            />
          )
        }
      </FiguresQuery>
    </Stack>
  )
}
