import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Select, Stack, Text } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { SkipToDesks } from '../../../components/floor-map/skip-to-desks.tsx'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { LoadingState, QueryState } from '../../../components/states.tsx'
import { todayIn } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { type Building, useBuildings, useHome, useToday } from '../../../workplace/me.tsx'
import { NoBuilding } from '../../../workplace/no-building.tsx'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { useFirstLevel } from '../shared/use-first-level.ts'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { useColleagues, useTeams } from './colleagues.ts'
import { FloorFigures } from './floor-figures.tsx'
import { LiveMap } from './live-map.tsx'
import { LivePeople } from './live-people.tsx'
import { NewsList } from './news-list.tsx'
import { TeamToday } from './team-today.tsx'
import type { LiveState } from './use-live.ts'
import { useLiveFloor } from './use-live-floor.ts'
import { ZoneTable } from './zone-table.tsx'

/** The people and occupancy of a building, live. */
export const FloorPage = () => {
  const search = useSearch({ from: '/shell/me/floor' })
  const home = useHome()
  const buildings = useBuildings()
  const building = buildings.find(({ locationId }) => locationId === search.locationId) ?? home ?? buildings[0]
  // Each building is a page of its own, whose select takes over the focus of the one before.
  const kept = useKeptFocus<HTMLInputElement>()
  return building ? (
    <LiveBuilding key={building.locationId} building={building} kept={kept} />
  ) : (
    <>
      <PageHeader title={t`Floor, live`} />
      <NoBuilding>
        <Trans>
          Who is seen in a building appears here. Administrators add buildings under{' '}
          <TextLink underline="always" to="/admin/places">
            Places
          </TextLink>
          .
        </Trans>
      </NoBuilding>
    </>
  )
}

interface Props {
  readonly building: Building
  readonly kept: ReturnType<typeof useKeptFocus<HTMLInputElement>>
}

const LiveBuilding = ({ building: { locationId, timeZone }, kept }: Props) => {
  const search = useSearch({ from: '/shell/me/floor' })
  const navigate = useNavigate({ from: '/me/floor' })
  const levels = useQuery({
    ...allPages('listLevels', { query: { locationId, status: 'active' } }),
    select: ({ items }) => items.toSorted((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0)),
  })
  const today = useToday()
  const days = useQuery(userDaysQuery(today, today))
  const booking = days.data?.items[0]?.booking
  const bookedLevel = booking?.locationId === locationId ? booking.levelId : null
  const level = useFirstLevel(locationId, levels.data, search.levelId ?? bookedLevel)
  const places = useQuery({
    ...allPages('listPlaces', { query: { levelId: level?.levelId ?? '', status: 'active' } }),
    enabled: level !== undefined,
  })
  const { floor, news, state } = useLiveFloor(locationId, places.data?.items ?? [])
  const { teams, isLoading: areTeamsLoading } = useTeams()
  const team = teams.find(({ groupId }) => groupId === search.groupId) ?? teams[0]
  const colleagues = useColleagues(locationId, todayIn(timeZone), team)
  const isLevelLoading = days.isLoading || (!level && !levels.error && levels.data?.length !== 0)
  // At first the map comes at once with what is above it, so that nothing moves.
  const wasLoaded = useRef(false)
  wasLoaded.current ||= !areTeamsLoading && !colleagues.isLoading && !isLevelLoading && !places.isLoading
  const [isTeamOnMap, setTeamOnMap] = useState(true)
  const [shownId, setShownId] = useState<string>()
  const { groupId } = search
  const go = (next: typeof search) => void navigate({ search: { ...(groupId ? { groupId } : {}), ...next }, replace: true })
  return (
    <>
      <PageHeader
        title={t`Floor, live`}
        description={t`People who were seen in this building today and nowhere else since. No one signs out of a building, so the time says when each person was last seen.`}
        actions={
          <>
            <SkipToDesks />
            <LiveStateBadge state={state} />
          </>
        }
      />
      <WrongAddress locationId={search.locationId} />
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <BuildingSelect
            label={t`Building`}
            value={locationId}
            onChange={(next) => next && go({ locationId: next })}
            openOnFocus={false}
            ref={kept.target.ref}
            {...kept.area}
          />
          <Select
            label={t`Level`}
            allowDeselect={false}
            data={levels.data?.map((each) => ({ value: each.levelId, label: each.levelName })) ?? []}
            value={level?.levelId ?? null}
            onChange={(next) => next && go({ locationId, levelId: next })}
          />
        </Group>
        {wasLoaded.current ? (
          <QueryState query={floor} height={640}>
            {(shown) => (
              <>
                <FloorFigures floor={shown} />
                {team ? (
                  <TeamToday
                    floor={shown}
                    teams={teams}
                    team={team}
                    onTeam={(next) => void navigate({ search: { ...search, groupId: next }, replace: true })}
                    colleagues={colleagues}
                    shownId={shownId}
                    onShow={(placeId, levelId) => {
                      setShownId(placeId)
                      if (levelId) go({ locationId, levelId })
                    }}
                    isOnMap={isTeamOnMap}
                    onOnMap={setTeamOnMap}
                  />
                ) : null}
                {level ? (
                  <LiveMap
                    floor={shown}
                    places={places}
                    level={level}
                    team={isTeamOnMap ? (colleagues.data?.people ?? []) : []}
                    selectedId={shownId}
                  />
                ) : null}
                <LivePeople floor={shown} />
                <ZoneTable floor={shown} />
                <NewsList floor={shown} news={news} />
              </>
            )}
          </QueryState>
        ) : (
          <LoadingState height={640} />
        )}
      </Stack>
    </>
  )
}

const STATES = {
  connecting: { icon: IconRefresh, words: t`Connecting` },
  live: { icon: IconPlugConnected, words: t({ message: 'Live', context: 'connection' }) },
  reconnecting: { icon: IconRefresh, words: t`Connection lost, connecting again` },
  refused: { icon: IconPlugConnectedX, words: t`The service does not answer, trying again` },
} as const

/** Shows whether the page is up to date. */
const LiveStateBadge = ({ state }: { state: LiveState }) => {
  const { icon: Icon, words } = STATES[state]
  return (
    <Group gap={6} role="status" mih={24}>
      <Icon size={18} aria-hidden="true" />
      <Text size="sm" fw={600}>
        {words}
      </Text>
    </Group>
  )
}
