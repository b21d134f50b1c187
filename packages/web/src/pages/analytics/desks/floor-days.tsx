import { t } from '@lingui/core/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { PlaceFigures } from '@rollcall/contract'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

type Place = PlaceFigures['places'][number]

/** How long each day is shown, once it is loaded. */
const STEP_MS = 1_000

const dayQuery = (day: string, locationId: string, levelId: string) =>
  apiQuery('getPlaceFigures', { query: { from: day, to: day, locationId, levelId } })

/** The mark of a desk by what became of it on one day. */
const markOfDay =
  (look: ChartLook) =>
  ({ hidden, usedDays, bookedDays, workdays }: Place): FloorMark => {
    const color = (index: number) => look.scale.at(index)?.color ?? look.surface
    if (hidden) return { color: look.line, label: t`withheld: assigned to a user`, symbol: 'assigned', legend: t`Withheld` }
    if (workdays === 0) return { color: look.line, label: t`no workday`, symbol: 'off', legend: t`No workday` }
    if (usedDays === null)
      return { color: look.line, label: t`not measured: no presence reported`, symbol: 'off', legend: t`Not measured` }
    if (usedDays > 0) return { color: color(-1), label: t`in use`, symbol: 'taken', legend: t`Desk in use` }
    if (bookedDays) return { color: color(2), label: t`booked, not used`, symbol: '!', legend: t`Booked, not used` }
    return { color: color(0), label: t`not in use`, symbol: 'free', legend: t`Not in use` }
  }

const wordsOf = (day: string, figures: PlaceFigures | undefined): string => {
  const on = fullDay(day)
  const shown = figures?.places.filter(({ hidden, workdays, usedDays }) => !hidden && workdays > 0 && usedDays !== null) ?? []
  if (shown.length === 0) return figures ? t`${on}: no figures` : on
  const [used, all] = [showNumber(shown.filter(({ usedDays }) => usedDays).length), showNumber(shown.length)]
  return t`${on}: ${used} of ${all} desks in use`
}

interface Props {
  readonly locationId: string
  readonly levelId: string
  /** The last day with figures; undefined while unknown. */
  readonly lastDay: string | undefined
  readonly layout: Parameters<typeof FloorMap>[0]['layout']
  readonly image: ReturnType<typeof useFloorImage>
  readonly label: string
}

/** The desks of a level on one workday after the other, by a slider that plays. */
export const FloorDays = ({ locationId, levelId, lastDay, layout, image, label }: Props) => {
  const [scope] = useScope()
  const look = useChartLook()
  const last = lastDay !== undefined && lastDay < scope.to ? lastDay : scope.to
  const { data: calendar } = useQuery(calendarQuery(locationId, yearOf(last)))
  const days = Array.from({ length: Math.max(daysBetween(scope.from, last) + 1, 0) }, (_, index) =>
    addDays(scope.from, index),
  ).filter((day) => calendar?.workingDays.includes(weekdayOf(day)))
  const [chosen, setChosen] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const index = Math.min(chosen ?? days.length - 1, days.length - 1)
  const day = days[index] ?? scope.from
  const next = days[index + 1]
  const query = useQuery({ ...dayQuery(day, locationId, levelId), enabled: days.length > 0, placeholderData: keepPreviousData })
  // The next day is loaded while this one is shown.
  useQuery({ ...dayQuery(next ?? day, locationId, levelId), enabled: isPlaying && next !== undefined })
  const isReady = !query.isPlaceholderData && query.data !== undefined
  useEffect(() => {
    if (!isPlaying || !isReady) return
    if (next === undefined) return setPlaying(false)
    const timer = setTimeout(() => setChosen(index + 1), STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isReady, next, index])
  if (calendar && days.length === 0) return <EmptyState title={t`No day of this period has figures`} height={540} />
  const words = wordsOf(day, isReady ? query.data : undefined)
  const play = () => {
    if (!isPlaying && next === undefined) setChosen(0)
    setPlaying(!isPlaying)
  }
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          leftSection={isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          style={{ flexShrink: 0 }}
          onClick={play}
        >
          {isPlaying ? t`Pause` : t`Play`}
        </Button>
        <input
          type="range"
          min={0}
          max={Math.max(days.length - 1, 0)}
          value={Math.max(index, 0)}
          aria-label={t`Day of the floor map`}
          aria-valuetext={words}
          style={{ flex: 1, minWidth: 0, height: 24, accentColor: 'var(--mantine-primary-color-filled)' }}
          onChange={({ currentTarget }) => {
            setPlaying(false)
            setChosen(Number(currentTarget.value))
          }}
        />
        <CsvButton title={`${label}, ${day}`} columns={PLACE_COLUMNS} rows={isReady ? (query.data?.places ?? []) : []} />
      </Group>
      <Text size="sm" fw={600} data-testid="day-in-words">
        {words}
      </Text>
      <FiguresQuery query={query} height={540}>
        {({ places, hidden, withheld }) =>
          hidden ? (
            <WithheldState withheld={withheld} />
          ) : (
            <FloorMap places={places} markOf={markOfDay(look)} layout={layout} image={image} label={`${label}, ${words}`} />
          )
        }
      </FiguresQuery>
    </Stack>
  )
}
