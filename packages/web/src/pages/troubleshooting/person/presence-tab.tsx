import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Select, Stack, Text } from '@mantine/core'
import { ANALYSTS, type PresenceRow } from '@rollcall/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.ts'
import { addressOf } from '../../../api/call.ts'
import { SearchSelect } from '../../../components/search-select.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../components/states.tsx'
import { present } from '../../../shell/search.ts'
import { addDays, todayIn } from '../../../time/days.ts'
import { locationsQuery, useZones } from '../../../workplace/directory.ts'
import { RANGE_DAYS, RangeFields } from '../shared/range-fields.tsx'
import type { PersonView } from './person-view.ts'
import { PresenceTable } from './presence-table.tsx'
import { type Person, useRights } from './use-rights.ts'

const route = getRouteApi('/shell/people/$userId')
/** Number of days shown at first. */
const SHOWN = 14

/** Each presence event: where, when, from which source, and when it arrived. */
export const PresenceTab = ({ person }: { person: Person }) => {
  const { presence } = useRights(person)
  return presence ? <Presence person={person} /> : <NotForYou what={t`Presence events`} roles={ANALYSTS} />
}

const Presence = ({ person }: { person: Person }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zoneOf = useZones()
  const { data: locations = [] } = useQuery(locationsQuery)
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
        <SearchSelect
          label={t`Building`}
          placeholder={t`All`}
          w={200}
          clearable
          clearButtonProps={{ 'aria-label': t`All buildings` }}
          data={locations.map(({ locationId: value, locationName: label }) => ({ value, label }))}
          value={search.location ?? null}
          onChange={(location) => change({ location: location ?? undefined })}
        />
        <Select
          label={t`Source`}
          placeholder={t({ message: 'All', context: 'sources' })}
          w={200}
          clearable
          clearButtonProps={{ 'aria-label': t`All sources` }}
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
      <EmptyState title={t`No presence event`}>
        <Trans>
          Nothing was heard of this person on these days. A refused event waits in quarantine: it may name them by a card or id
          that is not known.
        </Trans>
      </EmptyState>
    )
  }
  const days = new Set(events.map(({ day }) => day)).size
  const count = events.length
  return (
    <>
      <Text size="sm" role="status">
        {t`${plural(count, { one: '# event', other: '# events' })} on ${plural(days, { one: '# day', other: '# days' })}, the newest first. Times are those of the building.`}
      </Text>
      <PresenceTable events={events} />
    </>
  )
}

interface PresenceQuery {
  readonly startDate: string
  readonly endDate: string
  readonly userIds: string
  readonly locationIds?: string
}

/** The presence events of a person, one JSON object a line, as the warehouse sends them. @throws ApiError */
const presenceQuery = (query: PresenceQuery) =>
  queryOptions({
    queryKey: ['readPresence', query] as const,
    queryFn: async ({ signal }): Promise<readonly PresenceRow[]> => {
      const response = await fetch(addressOf('readPresence', {}, { ...query, format: 'ndjson' }), { signal }).catch(
        (error: unknown) => {
          throw error instanceof DOMException && error.name === 'AbortError' ? error : ApiError.network(error)
        },
      )
      if (!response.ok) throw await ApiError.of(response)
      const text = await response.text()
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as PresenceRow] : []))
    },
  })
