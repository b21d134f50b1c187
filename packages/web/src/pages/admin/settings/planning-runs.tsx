import { Button, Group, Select, Text } from '@mantine/core'
import { BOOKINGS_ADMINISTRATORS, type HorizonRun } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import type { Column } from '../../../components/chart/columns.ts'
import { DataTable } from '../../../components/chart/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { showNumber } from '../../../components/number-format.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { fullDay } from '../../../time/days.ts'
import { momentText } from '../../../time/zoned-time.ts'
import { locationsQuery } from '../../analytics/scope/directory.ts'
import { clearButton } from '../shared/clear-button.ts'
import { PlanNowModal } from './plan-now-modal.tsx'

const LIMIT = 50

interface Props {
  readonly building: string | undefined
  readonly cursor: string | undefined
  readonly onView: (view: { building?: string; cursor?: string }, replace?: boolean) => void
}

const secondsOf = ({ startedAt, endedAt }: HorizonRun): number => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000

/** What each night made of week plans, building by building. */
export const PlanningRuns = ({ building, cursor, onView }: Props) => {
  const canRun = hasRole(useSession(), BOOKINGS_ADMINISTRATORS)
  const [isAsking, setAsking] = useState(false)
  const { data: locations = [] } = useQuery(locationsQuery)
  const query = { limit: LIMIT, ...(building ? { locationId: building } : {}), ...(cursor ? { cursor } : {}) }
  const runs = useQuery({ ...apiQuery('listHorizonRuns', { query }), placeholderData: keepPreviousData })
  const zones = new Map(locations.map(({ locationId, timeZone }) => [locationId, timeZone]))
  const columns: readonly Column<HorizonRun>[] = [
    { name: 'Building', value: ({ locationName }) => locationName },
    { name: 'Night of', value: ({ day }) => day, show: ({ day }) => fullDay(day) },
    {
      name: 'Began',
      value: ({ startedAt }) => startedAt,
      show: ({ startedAt, locationId }) => momentText(startedAt, zones.get(locationId)),
    },
    { name: 'Took', value: secondsOf, show: (run) => `${showNumber(secondsOf(run))} s` },
    { name: 'Day plans made', value: ({ plans }) => plans },
    { name: 'Bookings made', value: ({ bookings }) => bookings },
  ]
  const choices = locations
    .filter(({ status, locationId }) => status === 'active' || locationId === building)
    .map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Select
          label="Building"
          placeholder="All"
          data={choices}
          searchable
          clearable
          clearButtonProps={clearButton('All buildings')}
          value={building ?? null}
          onChange={(next) => onView(next ? { building: next } : {}, true)}
          maw={260}
        />
        {canRun ? <Button onClick={() => setAsking(true)}>Plan and book now</Button> : null}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        Each night, at the hour that the building says, week plans become day plans and those who come are booked, for each day of
        its booking horizon. What is planned and booked already stays.
      </Text>
      <QueryState query={runs} height={320}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <EmptyState title="Nothing was planned yet">
                The first night does it, or somebody who may book for others.
              </EmptyState>
            ) : (
              <DataTable
                label="Nightly planning"
                columns={columns}
                rows={items}
                rowKey={({ locationId, day, startedAt }) => `${locationId} ${day} ${startedAt}`}
                minWidth={720}
              />
            )}
            <Group mt="sm" gap="xs">
              <Button
                size="xs"
                variant="default"
                disabled={!cursor}
                onClick={() => onView({ ...(building ? { building } : {}) })}
              >
                Latest nights
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!nextCursor || runs.isPlaceholderData}
                onClick={() => nextCursor && onView({ ...(building ? { building } : {}), cursor: nextCursor })}
              >
                Earlier nights
              </Button>
            </Group>
          </>
        )}
      </QueryState>
      {isAsking ? <PlanNowModal choices={choices} building={building} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
