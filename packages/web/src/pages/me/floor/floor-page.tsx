import { Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { allPages } from '../../../api/all-pages.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { BuildingSelect } from '../shared/building-select.tsx'
import { useFirstLevel } from '../shared/use-first-level.ts'
import { useBuildings, useHome, useToday } from '../shared/use-me.ts'
import { userDaysQuery } from '../shared/user-days.ts'
import { FloorFigures } from './floor-figures.tsx'
import { LiveMap } from './live-map.tsx'
import { LivePeople } from './live-people.tsx'
import { LiveStateBadge } from './live-state.tsx'
import { NewsList } from './news-list.tsx'
import { useLiveFloor } from './use-live-floor.ts'
import { ZoneTable } from './zone-table.tsx'

/** Who and what is in a building, while it happens. */
export const FloorPage = () => {
  const search = useSearch({ from: '/shell/me/floor' })
  const home = useHome()
  const buildings = useBuildings()
  const building = buildings.find(({ locationId }) => locationId === search.locationId) ?? home ?? buildings[0]
  return building ? (
    <LiveBuilding key={building.locationId} locationId={building.locationId} />
  ) : (
    <>
      <PageHeader title="Floor, live" />
      <EmptyState title="There are no buildings yet" />
    </>
  )
}

const LiveBuilding = ({ locationId }: { locationId: string }) => {
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
  const go = (next: typeof search) => void navigate({ search: next, replace: true })
  return (
    <>
      <PageHeader
        title="Floor, live"
        description="Who was seen in the building today and nowhere else since. Nobody signs out of a building, so the time says when somebody was seen last."
        actions={<LiveStateBadge state={state} />}
      />
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <BuildingSelect label="Building" value={locationId} onChange={(next) => next && go({ locationId: next })} />
          <Select
            label="Level"
            allowDeselect={false}
            data={levels.data?.map((each) => ({ value: each.levelId, label: each.levelName })) ?? []}
            value={level?.levelId ?? null}
            onChange={(next) => next && go({ locationId, levelId: next })}
          />
        </Group>
        <QueryState query={floor} height={640}>
          {(shown) => (
            <>
              <FloorFigures floor={shown} />
              {level ? <LiveMap floor={shown} places={places} level={level} /> : null}
              <ZoneTable floor={shown} />
              <LivePeople floor={shown} />
              <NewsList floor={shown} news={news} />
            </>
          )}
        </QueryState>
      </Stack>
    </>
  )
}
