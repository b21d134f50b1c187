import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal, type Tone } from '../../../components/signal.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addDays, dayRange, todayIn } from '../../../time/days.ts'
import { calendarQuery, yearOf } from '../../../workplace/calendar.ts'
import { type Building, useBuildings } from '../../../workplace/me.tsx'

/** How long an outage stays listed after it ended. */
const RECENT_DAYS = 30
/** Each building has a calendar of its own, so that many buildings are many calls. */
const MAX_BUILDINGS = 100

interface Row {
  readonly locationId: string
  readonly locationName: string
  readonly firstDay: string
  readonly lastDay: string
  readonly tone: Tone
  readonly status: string
  readonly words: string
}

/** Outages of presence reporting: those that are suggested, and those of the last weeks. */
export const Outages = () => {
  const buildings = useBuildings()
  const suggestions = useQuery(apiQuery('listOutageSuggestions'))
  const entered = useRecentOutages(buildings.slice(0, MAX_BUILDINGS))
  return (
    <Stack component="section" gap="xs" aria-labelledby="outages">
      <Title order={2} size="h4" id="outages">
        <Trans>Outages of presence reporting</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          Buildings that fell silent on a workday, and outages of the last {RECENT_DAYS} days. Accept or dismiss a suggestion in
          the calendar of its building.
        </Trans>
        {buildings.length > MAX_BUILDINGS ? (
          <>
            {' '}
            <Trans>Entered outages of the first {MAX_BUILDINGS} buildings are listed.</Trans>
          </>
        ) : null}
      </Text>
      <QueryState query={suggestions} height={88}>
        {({ items }) => (
          <OutagesTable
            rows={[
              ...items.map(({ planned, usual, ...place }) => {
                const words = t`No one was seen, although there were ${plural(planned, { one: '# office plan', other: '# office plans' })}. Usually ${plural(usual, { one: '# person', other: '# people' })} a day.`
                return { ...place, tone: 'warning' as const, status: t`Suggested`, words }
              }),
              ...entered,
            ]}
          />
        )}
      </QueryState>
    </Stack>
  )
}

/** The accepted outages of the last weeks, the latest first. */
const useRecentOutages = (buildings: readonly Building[]): Row[] => {
  const queries = buildings.flatMap(({ locationId, timeZone }) => {
    const today = todayIn(timeZone)
    const years = new Set([yearOf(addDays(today, -RECENT_DAYS)), yearOf(today)])
    return [...years].map((year) => ({ ...calendarQuery(locationId, year), staleTime: 300_000 }))
  })
  const calendars = useQueries({ queries }).flatMap(({ data }) => (data ? [data] : []))
  const rows = calendars.flatMap(({ locationId, locationName, today, outages }) =>
    outages
      .filter(({ status, firstDay, lastDay }) => {
        return status === 'accepted' && firstDay <= today && lastDay >= addDays(today, -RECENT_DAYS)
      })
      .map(({ outageId, firstDay, lastDay, reason }) => {
        const isPresent = lastDay >= today
        const look = isPresent
          ? { tone: 'bad' as const, status: t({ message: 'Present', context: 'outage' }) }
          : { tone: 'none' as const, status: t({ message: 'Over', context: 'outage' }) }
        return [outageId, { locationId, locationName, firstDay, lastDay, words: reason ?? '–', ...look }] as const
      }),
  )
  // An outage over New Year is in the calendars of both years.
  return [...new Map(rows).values()].sort((a, b) => (a.lastDay < b.lastDay ? 1 : -1))
}

const COLUMNS: readonly ListColumn<Row>[] = [
  {
    key: 'building',
    name: t`Building`,
    isChoice: true,
    value: ({ locationName }) => locationName,
    render: ({ locationId, locationName, firstDay }) => (
      <TextLink to="/admin/calendars" search={{ locationId, year: yearOf(firstDay) }} underline="always">
        {locationName}
      </TextLink>
    ),
  },
  {
    key: 'days',
    name: t`Days`,
    value: ({ firstDay, lastDay }) => `${firstDay}/${lastDay}`,
    show: ({ firstDay, lastDay }) => dayRange(firstDay, lastDay),
  },
  {
    key: 'status',
    name: t`Status`,
    isChoice: true,
    code: ({ tone }) => tone,
    value: ({ status }) => status,
    render: ({ tone, status }) => <Signal tone={tone}>{status}</Signal>,
  },
  { key: 'why', name: t`Why`, value: ({ words }) => words },
]

const OutagesTable = ({ rows }: { rows: readonly Row[] }) =>
  rows.length === 0 ? (
    <Text size="sm">
      <Trans>No outage is suggested, and none was entered for these days.</Trans>
    </Text>
  ) : (
    <div>
      <FactTable
        id="outages"
        label={t`Outages`}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ locationId, firstDay, status }) => `${locationId} ${firstDay} ${status}`}
        minWidth={640}
      />
    </div>
  )
