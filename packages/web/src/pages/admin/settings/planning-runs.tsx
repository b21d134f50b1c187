import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { BOOKINGS_ADMINISTRATORS, type HorizonRun } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate, LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { showNumber } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { EmptyState, FilteredState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { momentText } from '../../../time/zoned-time.ts'
import { locationsQuery } from '../../../workplace/directory.ts'
import { FormModal } from '../shared/modals.tsx'

const LIMIT = 50

interface Props {
  readonly building: string | undefined
  readonly cursor: string | undefined
  readonly onView: (view: { building?: string; cursor?: string }, replace?: boolean) => void
}

const secondsOf = ({ startedAt, endedAt }: HorizonRun): number => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000

/** The nightly planning runs of each building. */
export const PlanningRuns = ({ building, cursor, onView }: Props) => {
  const canRun = hasRole(useSession(), BOOKINGS_ADMINISTRATORS)
  const [isAsking, setAsking] = useState(false)
  const { data: locations = [] } = useQuery(locationsQuery)
  const pageOf = (limit: number, from: string | undefined) => ({
    query: { limit, ...(building ? { locationId: building } : {}), ...(from ? { cursor: from } : {}) },
  })
  const runs = useQuery({ ...apiQuery('listHorizonRuns', pageOf(LIMIT, cursor)), placeholderData: keepPreviousData })
  const zones = new Map(locations.map(({ locationId, timeZone }) => [locationId, timeZone]))
  const columns: readonly ListColumn<HorizonRun>[] = [
    { key: 'locationName', name: t`Building`, isChoice: true, value: ({ locationName }) => locationName },
    { key: 'day', name: t`Night of`, value: ({ day }) => day, show: ({ day }) => fullDay(day) },
    {
      key: 'startedAt',
      name: t`Began`,
      value: ({ startedAt }) => startedAt,
      show: ({ startedAt, locationId }) => momentText(startedAt, zones.get(locationId)),
    },
    { key: 'took', name: t`Took`, value: secondsOf, show: (run) => `${showNumber(secondsOf(run))} s` },
    { key: 'plans', name: t`Day plans made`, value: ({ plans }) => plans },
    { key: 'bookings', name: t`Bookings made`, value: ({ bookings }) => bookings },
  ]
  const choices = locations
    .filter(({ status, locationId }) => status === 'active' || locationId === building)
    .map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <SearchSelect
          label={t`Building`}
          placeholder={t`All`}
          data={choices}
          clearable
          clearButtonProps={clearButton(t`All buildings`)}
          value={building ?? null}
          onChange={(next) => onView(next ? { building: next } : {}, true)}
          maw={260}
        />
        {canRun ? (
          <Button onClick={() => setAsking(true)}>
            <Trans>Plan and book now</Trans>
          </Button>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        <Trans>
          Each night, at the hour set for the building, week plans become day plans and people who come get a booking, for each
          day of its booking horizon. What is planned and booked already stays.
        </Trans>
      </Text>
      <FilteredState query={runs} height={320}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <EmptyState title={t`Nothing has been planned yet`}>
                <Trans>Planning runs each night. Users who may book for others can start it now.</Trans>
              </EmptyState>
            ) : (
              <FactTable
                id="planning"
                label={t`Nightly planning`}
                columns={columns}
                rows={items}
                rowKey={({ locationId, day, startedAt }) => `${locationId} ${day} ${startedAt}`}
                readAll={() => readPages((from) => call('listHorizonRuns', pageOf(LARGEST_PAGE, from)))}
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
                <Trans>Latest nights</Trans>
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!nextCursor || runs.isPlaceholderData}
                onClick={() => nextCursor && onView({ ...(building ? { building } : {}), cursor: nextCursor })}
              >
                <Trans>Earlier nights</Trans>
              </Button>
            </Group>
          </>
        )}
      </FilteredState>
      {isAsking ? <PlanNowModal choices={choices} building={building} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

interface PlanNowModalProps {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly building: string | undefined
  readonly onClose: () => void
}

/** Plans and books for a building now instead of at night. */
const PlanNowModal = ({ choices, building, onClose }: PlanNowModalProps) => {
  const form = useForm({
    initialValues: { locationId: building ?? (choices.length === 1 ? (choices[0]?.value ?? '') : '') },
    validate: { locationId: (value) => (value ? null : t`Choose a building.`) },
  })
  const save = async ({ locationId }: { locationId: string }) => {
    const { locationName, plans, bookings } = await call('runHorizon', { body: { locationId } })
    await invalidate('listHorizonRuns')
    notifyDone(
      t`${locationName}: ${plural(plans, { one: '# day plan', other: '# day plans' })} and ${plural(bookings, { one: '# booking', other: '# bookings' })} made.`,
    )
  }
  const input = form.getInputProps('locationId')
  return (
    <FormModal title={t`Plan and book now?`} form={form} save={save} submitLabel={t`Plan and book`} onClose={onClose}>
      <Text size="sm">
        <Trans>
          This does the same as the nightly run: use it after week plans, desks or zones have changed. Existing plans and bookings
          stay, and running it again changes nothing.
        </Trans>
      </Text>
      <SearchSelect
        label={t`Building`}
        required
        data={[...choices]}
        {...input}
        value={input.value || null}
        onChange={(value) => input.onChange(value ?? '')}
      />
    </FormModal>
  )
}
