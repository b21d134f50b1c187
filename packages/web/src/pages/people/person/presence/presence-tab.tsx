import { Group, Select, Stack, Text } from '@mantine/core'
import { ANALYSTS, type PresenceRow } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../../components/empty-state.tsx'
import { countOf } from '../../../../components/number-format.ts'
import { QueryState } from '../../../../components/query-state.tsx'
import { addDays, todayIn } from '../../../../time/days.ts'
import { useLocations, useZones } from '../../shared/clock.ts'
import { RANGE_DAYS } from '../../shared/limits.ts'
import { NotForYou } from '../../shared/not-for-you.tsx'
import { RangeFields } from '../../shared/range-fields.tsx'
import { presenceQuery } from '../../shared/read-rows.ts'
import { present } from '../../shared/search-values.ts'
import type { PersonView } from '../person-view.ts'
import { type Person, useRights } from '../use-rights.ts'
import { PresenceTable } from './presence-table.tsx'

const route = getRouteApi('/shell/people/$userId')
/** Days that are shown at first. */
const SHOWN = 14

/** Each presence event: where, when, from which source, and when it arrived. */
export const PresenceTab = ({ person }: { person: Person }) => {
  const { presence } = useRights(person)
  return presence ? <Presence person={person} /> : <NotForYou what="Presence events" roles={ANALYSTS} />
}

const Presence = ({ person }: { person: Person }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zoneOf = useZones()
  const locations = useLocations() ?? []
  const to = search.to ?? todayIn(zoneOf(person.primaryLocationId))
  const from = search.from ?? addDays(to, 1 - SHOWN)
  const place = search.location ? { locationIds: search.location } : {}
  const rows = useQuery(presenceQuery({ startDate: from, endDate: to, userIds: person.userId, ...place }))
  const change = (changes: { [K in keyof PersonView]?: PersonView[K] | undefined }) =>
    void navigate({ search: (before) => present({ ...before, ...changes }), replace: true, resetScroll: false })
  const sources = [...new Set([...(rows.data ?? []).map(({ sourceId }) => sourceId), search.source ?? []].flat())].sort()
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <RangeFields {...{ from, to }} maxDays={RANGE_DAYS} onChange={change} />
        <Select
          label="Building"
          placeholder="All"
          w={200}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All buildings' }}
          data={locations.map(({ locationId: value, locationName: label }) => ({ value, label }))}
          value={search.location ?? null}
          onChange={(location) => change({ location: location ?? undefined })}
        />
        <Select
          label="Source"
          placeholder="All"
          w={200}
          clearable
          clearButtonProps={{ 'aria-label': 'All sources' }}
          data={sources}
          value={search.source ?? null}
          onChange={(source) => change({ source: source ?? undefined })}
        />
      </Group>
      <QueryState query={rows} height={500}>
        {(all) => <Events all={all} source={search.source} />}
      </QueryState>
    </Stack>
  )
}

const Events = ({ all, source }: { all: readonly PresenceRow[]; source: string | undefined }) => {
  const events = all
    .filter(({ sourceId }) => source === undefined || sourceId === source)
    .toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
  if (events.length === 0) {
    return (
      <EmptyState title="No presence event">
        Nothing was heard of this person on these days. A refused event waits in quarantine: it may name them by a card or id that
        is not known.
      </EmptyState>
    )
  }
  const days = new Set(events.map(({ day }) => day)).size
  const count = countOf(events.length, 'event')
  return (
    <>
      <Text size="sm" role="status">
        {count} on {countOf(days, 'day')}, the newest first. Times are those of the building.
      </Text>
      <PresenceTable events={events} />
    </>
  )
}
