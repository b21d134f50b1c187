import { t } from '@lingui/core/macro'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { ANALYSTS, MAX_HOUR_DAYS, MIN_HOUR_DAYS, type PlaceHourFigures } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { type ChartLook, useChartLook } from '../../../components/chart/chart-look.ts'
import { FloorMap, type FloorMark } from '../../../components/floor-map/floor-map.tsx'
import { showNumber } from '../../../components/format.ts'
import { EmptyState } from '../../../components/states.tsx'
import type { Column } from '../../../components/table/columns.ts'
import { CsvButton } from '../../../components/table/csv-button.tsx'
import { addDays, dayRange, firstOfMonth, fullDay, monthName } from '../../../time/days.ts'
import { hourText } from '../../../time/zoned-time.ts'
import { FiguresQuery, WithheldState } from '../figures/figures-query.tsx'
import { showAmount, showFigure, showWhole } from '../figures/show.ts'
import { useScope } from '../scope/use-scope.ts'
import { type LevelMapProps, useWorkdays } from './floor-days.tsx'
import { StepSlider } from './step-slider.tsx'
import { inUseMark, notInUseMark, shareMark, unmeasuredMark, withheldMark } from './use-marks.ts'

type Place = PlaceHourFigures['places'][number]

/** The hours that are always on the slider, from seven to eight. */
const USUAL = { first: 7, last: 19 }
const AVERAGE = 'average'

const hoursOf = (places: readonly Place[]): number[] => {
  const used = places.flatMap(({ usedDaysByHour }) => usedDaysByHour?.flatMap((days, hour) => (days > 0 ? [hour] : [])) ?? [])
  const first = Math.min(USUAL.first, ...used)
  return Array.from({ length: Math.max(USUAL.last, ...used) - first + 1 }, (_, index) => first + index)
}

const markOfHour =
  (look: ChartLook, hour: number, isOneDay: boolean) =>
  ({ hidden, usedDaysByHour, measuredWorkdays }: Place): FloorMark => {
    if (hidden) return withheldMark(look, t`withheld: assigned to a user, or used on few days`)
    if (usedDaysByHour === null) return unmeasuredMark(look)
    const days = usedDaysByHour[hour] ?? 0
    if (isOneDay) return days > 0 ? inUseMark(look) : notInUseMark(look)
    const [used, measured, share] = [showWhole(days), showWhole(measuredWorkdays), days / measuredWorkdays]
    const percent = showFigure(share, 'share')
    return shareMark(look, share, t`in use in this hour on ${used} of ${measured} workdays, ${percent}`)
  }

const wordsOf = (hour: number, places: readonly Place[], isOneDay: boolean): string => {
  const [from, to] = [hourText(hour), hourText(hour, 59)]
  const known = places.filter(({ usedDaysByHour }) => usedDaysByHour !== null)
  if (known.length === 0) return t`${from} to ${to}: no figures`
  const inUse = known.reduce((sum, place) => sum + (place.usedDaysByHour?.[hour] ?? 0) / place.measuredWorkdays, 0)
  const all = showNumber(known.length)
  if (!isOneDay) {
    const average = showAmount(inUse)
    return t`${from} to ${to}: ${average} of ${all} desks in use on average`
  }
  const used = showNumber(Math.round(inUse))
  return t`${from} to ${to}: ${used} of ${all} desks in use`
}

const columnsOf = (hours: readonly number[]): readonly Column<Place>[] => [
  { name: t`Desk`, value: ({ placeName }) => placeName },
  { name: t`Zone`, value: ({ zoneName }) => zoneName },
  { name: t`Level`, value: ({ levelName }) => levelName },
  { name: t`Workdays with presence reported`, value: ({ measuredWorkdays }) => measuredWorkdays },
  ...hours.map(
    (hour): Column<Place> => ({
      name: hourText(hour),
      value: ({ usedDaysByHour }) => usedDaysByHour?.[hour] ?? null,
    }),
  ),
]

/**
 * The desks of a level in one hour after the other: on average over the period, or on one of its days. Users who may not see single people
 * see whole months only: the last one that is over at the end of the period.
 */
export const FloorHours = ({ locationId, levelId, lastDay, layout, image, label }: LevelMapProps) => {
  const [scope] = useScope()
  const look = useChartLook()
  const maySeeDays = hasRole(useSession(), ANALYSTS)
  const days = useWorkdays(locationId, lastDay)
  const [chosen, setChosen] = useState(AVERAGE)
  const [hour, setHour] = useState(10)
  const last = lastDay !== undefined && lastDay < scope.to ? lastDay : scope.to
  const to = maySeeDays ? last : addDays(firstOfMonth(addDays(last, 1)), -1)
  const earliest = maySeeDays ? addDays(to, 1 - MAX_HOUR_DAYS) : firstOfMonth(to)
  const isCut = maySeeDays && scope.from < earliest
  const from = maySeeDays && !isCut ? scope.from : earliest
  const day = days?.find((each) => each === chosen)
  const query = useQuery({
    ...apiQuery('getPlaceHourFigures', { query: { from: day ?? from, to: day ?? to, locationId, levelId } }),
    enabled: from <= to,
    placeholderData: keepPreviousData,
  })
  if (from > to || days?.length === 0) return <EmptyState title={t`No day of this period has figures`} height={540} />
  const [range, month] = [dayRange(from, to), monthName(from)]
  return (
    <FiguresQuery query={query} height={620}>
      {({ places, hidden, withheld }) => {
        if (hidden) return <WithheldState withheld={withheld} />
        if (!maySeeDays && places.every((place) => place.hidden)) {
          return (
            <EmptyState title={t`No hours that may be shown`} height={540}>
              {t`Hours are shown of whole, published months with at least ${MIN_HOUR_DAYS} workdays: others would tell when single people came and left.`}
            </EmptyState>
          )
        }
        const hours = hoursOf(places)
        const index = Math.min(Math.max(hours.indexOf(hour), 0), hours.length - 1)
        const shown = hours[index] ?? hour
        const isOneDay = day !== undefined
        const words = wordsOf(shown, places, isOneDay)
        return (
          <Stack gap="xs">
            <StepSlider
              label={t`Hour of the floor map`}
              words={words}
              index={index}
              count={hours.length}
              isReady={!query.isPlaceholderData}
              onIndex={(next) => setHour(hours[next] ?? hour)}
            >
              {maySeeDays ? (
                <NativeSelect
                  aria-label={t`Day of the hours`}
                  size="xs"
                  value={chosen}
                  data={[
                    { value: AVERAGE, label: t`Average` },
                    ...(days?.toReversed().map((each) => ({ value: each, label: fullDay(each) })) ?? []),
                  ]}
                  onChange={({ currentTarget: { value } }) => setChosen(value)}
                />
              ) : null}
              <CsvButton title={`${label}, ${day ?? range}`} columns={columnsOf(hours)} rows={places} />
            </StepSlider>
            {isCut && !isOneDay ? (
              <Text size="xs" c="dimmed">
                {t`The average is that of ${range}: at most ${MAX_HOUR_DAYS} days are read.`}
              </Text>
            ) : null}
            {maySeeDays ? null : (
              <Text size="xs" c="dimmed">
                {t`The average is that of ${month}, a whole month: other days would tell when single people came and left.`}
              </Text>
            )}
            <FloorMap
              levelId={levelId}
              places={places}
              markOf={markOfHour(look, shown, isOneDay)}
              layout={layout}
              image={image}
              label={`${label}, ${words}`}
            />
          </Stack>
        )
      }}
    </FiguresQuery>
  )
}
