import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { showNumber } from '../../../components/format.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { addDays, shortDay } from '../../../time/days.ts'
import { ALL_BUILDINGS, BuildingSelect } from '../../../workplace/building-select.tsx'
import { type Building, useBuildings, useHome, useToday } from '../../../workplace/me.tsx'
import { NoBuilding } from '../../../workplace/no-building.tsx'
import { Card } from '../shared/card.tsx'
import { trendQuery } from './trend-card.tsx'

const EVERY_MS = 60_000

/** How many people are here, against how many are expected. */
export const OfficeTodayCard = () => (
  <Card
    title={t`Today's count`}
    more={
      <AnchorLink to="/analytics/forecast" size="sm">
        <Trans>Forecast</Trans>
      </AnchorLink>
    }
    height={150}
  >
    <OfficeToday />
  </Card>
)

const OfficeToday = () => {
  const buildings = useBuildings()
  const home = useHome()
  const [chosen, setChosen] = useState<string | null>(null)
  const locationId = chosen ?? home?.locationId ?? buildings[0]?.locationId
  if (!locationId) {
    return (
      <NoBuilding height={150}>
        <Trans>Once there is one, the people in it are counted here against those expected.</Trans>
      </NoBuilding>
    )
  }
  return (
    <Stack gap="sm">
      {buildings.length > 1 ? (
        <BuildingSelect aria-label={t`Building`} size="xs" value={locationId} onChange={setChosen} withAll />
      ) : null}
      {locationId === ALL_BUILDINGS ? (
        <AllToday buildings={buildings} />
      ) : (
        <BuildingToday locationId={locationId} isOnly={buildings.length === 1} />
      )}
    </Stack>
  )
}

const floorQuery = (locationId: string) => ({
  ...apiQuery('getLiveFloor', { params: { locationId } }),
  refetchInterval: EVERY_MS,
})

/** Reading more buildings each minute would cost more than their sum is worth. */
const MAX_COUNTED = 12

/** All buildings together, each on its own day. */
const AllToday = ({ buildings }: { buildings: readonly Building[] }) => {
  const counted = buildings.length <= MAX_COUNTED ? buildings : []
  const floors = useSuspenseQueries({ queries: counted.map(({ locationId }) => floorQuery(locationId)) })
  const { data: forecast } = useSuspenseQuery(apiQuery('getForecastFigures', { query: {} }))
  const today = forecast.locations.flatMap(({ days }) => days[0] ?? [])
  const expected = today.flatMap((day) => day.expected ?? [])
  const [some, all] = [showNumber(expected.length), showNumber(today.length)]
  return (
    <Group gap="xl" align="flex-start">
      {counted.length > 0 ? <Figure name={t`Here so far`} value={sumOf(floors.map(({ data }) => data.presentCount))} /> : null}
      <WeekAgo />
      <Figure name={t`Planned`} value={sumOf(today.map(({ planned }) => planned))} />
      <Figure
        name={t`Expected`}
        value={expected.length === 0 ? null : Math.round(sumOf(expected))}
        more={expected.length < today.length ? t`in ${some} of ${all} buildings` : undefined}
      />
      <Figure name={t`Seats`} value={sumOf(forecast.locations.map(({ capacity }) => capacity))} />
    </Group>
  )
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** Who came to all buildings on the same weekday of the last week; nothing where that is not published. */
const WeekAgo = () => {
  const today = useToday()
  const { data } = useSuspenseQuery(trendQuery(today))
  const day = addDays(today, -7)
  const seen = data.days.find((each) => each.day === day)?.seen ?? null
  return seen === null ? null : <Figure name={t`A week ago`} value={seen} more={shortDay(day)} />
}

const BuildingToday = ({ locationId, isOnly }: { locationId: string; isOnly: boolean }) => {
  const { data: floor } = useSuspenseQuery(floorQuery(locationId))
  const { data: forecast } = useSuspenseQuery(apiQuery('getForecastFigures', { query: { locationIds: locationId } }))
  const building = forecast.locations.find((each) => each.locationId === locationId)
  const today = building?.days.find(({ day }) => day === floor.day)
  const { low = null, high = null } = today ?? {}
  const isForecast = today && today.expected !== null && low !== null && high !== null
  return (
    <>
      <Group gap="xl" align="flex-start">
        <Figure name={t`Here so far`} value={floor.presentCount} />
        {isOnly ? <WeekAgo /> : null}
        <Figure name={t`Planned`} value={today?.planned ?? null} />
        <Figure
          name={t`Expected`}
          value={today?.expected === null || today?.expected === undefined ? null : Math.round(today.expected)}
          more={isForecast ? t`between ${low} and ${high}` : undefined}
        />
        <Figure name={t`Seats`} value={building?.capacity ?? null} />
      </Group>
      {today?.dayType ? (
        <Text size="sm">{today.dayName ?? (today.dayType === 'closed' ? t`The building is closed today.` : t`A holiday.`)}</Text>
      ) : null}
      <StateOfForecast building={building} isCounted={floor.presentCount > 0} />
    </>
  )
}

interface Forecast {
  readonly state: 'forecast' | 'notEnoughDays' | 'notReporting'
  readonly measuredDays: number
  readonly neededDays: number
}

/** A building whose first events are of today has no published day yet, but is counted. */
const StateOfForecast = ({ building, isCounted }: { building: Forecast | undefined; isCounted: boolean }) => {
  if (building?.state === 'notReporting' && !isCounted) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          No system reports who comes here, so no one is counted.{' '}
          <TextLink underline="always" to="/sources">
            See the sources
          </TextLink>
        </Trans>
      </Text>
    )
  }
  if (building && building.state !== 'forecast') {
    const { neededDays: needed, measuredDays: measured } = building
    return (
      <Text size="sm" c="dimmed">
        {t`A forecast needs ${needed} measured workdays; there are ${measured} so far.`}
      </Text>
    )
  }
  return null
}

const Figure = ({ name, value, more }: { name: string; value: number | null; more?: string | undefined }) => (
  <div>
    <Text size="xl" fw={700} lh={1.2}>
      {value === null ? '–' : showNumber(value)}
    </Text>
    <Text size="sm">{name}</Text>
    {more ? (
      <Text size="xs" c="dimmed">
        {more}
      </Text>
    ) : null}
  </div>
)
