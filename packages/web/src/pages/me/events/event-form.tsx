import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, newId } from '../../../api/call.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { Draft } from '../../../components/draft.tsx'
import { takeFocusOfClose } from '../../../components/field-focus.tsx'
import { notifyDone, notifyFailed, notifyUndoable } from '../../../components/notices.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { useUnsaved } from '../../../components/unsaved.tsx'
import { isDay } from '../../../time/days.ts'
import { isTime, localOf } from '../../../time/zoned-time.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useBuildings, useHome, useMe } from '../../../workplace/me.tsx'
import { ColleaguePicker, type Named } from './colleague-picker.tsx'
import type { WorkplaceEvent } from './event-card.tsx'
import { EventTimes } from './event-times.tsx'
import { changeEvent, changeInvitations, createEvent, type EventValues, type StoredEvent, storedOf } from './save-event.ts'

interface Props {
  /** The event to change; undefined for a new one. */
  readonly event: WorkplaceEvent | undefined
  /** The day that is offered for a new one. */
  readonly day: string
  readonly invited: readonly Named[]
  readonly onDone: () => void
}

const dayError = (value: string) => (isDay(value) ? null : t`Give a day.`)
const timeError = (value: string) => (isTime(value) ? null : t`Give a time.`)

const useInitialValues = ({ event, invited, day }: Props): EventValues => {
  const buildings = useBuildings()
  const home = useHome()
  const locationId = event?.locationId ?? home?.locationId ?? buildings[0]?.locationId ?? null
  const timeZone = buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  const at = (instant: string | undefined, time: string) => (instant ? localOf(instant, timeZone) : { day, time })
  const [start, end] = [at(event?.startsAt, '10:00'), at(event?.endsAt, '11:00')]
  return {
    ...{ eventName: event?.eventName ?? '', isPrivate: event?.isPrivate ?? false, locationId, spaceId: event?.spaceId ?? null },
    ...{ day: start.day, from: start.time, endDay: end.day, to: end.time, invited, groupId: null },
  }
}

export const EventForm = (props: Props) => {
  const { event, onDone } = props
  const { userId } = useMe()
  const buildings = useBuildings()
  const zoneOf = (locationId: string | null) => buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  const [id] = useState(newId)
  const wasTried = useRef(false)
  const initialValues = useInitialValues(props)
  // An event that was added is changed by the next try, after its group could not be invited.
  const [stored, setStored] = useState<StoredEvent | undefined>(
    () => event && storedOf(event.eventId, initialValues, zoneOf(initialValues.locationId)),
  )
  const [isSaved, setSaved] = useState(false)
  const form = useForm<EventValues>({
    initialValues,
    validate: {
      eventName: (value) => (value.trim() ? null : t`Give it a name.`),
      locationId: (value) => (value ? null : t`Choose a building.`),
      day: dayError,
      endDay: dayError,
      from: timeError,
      to: (value, { day, from, endDay }) =>
        timeError(value) ?? (`${endDay} ${value}` > `${day} ${from}` ? null : t`It must end after it begins.`),
    },
  })
  const { locationId, isPrivate } = form.values
  const timeZone = zoneOf(locationId)
  const spaces = useQuery({
    ...allPages('listSpaces', { query: { locationId: locationId ?? '', status: 'active' } }),
    enabled: locationId !== null,
  })
  const groups = useQuery(allPages('listGroups', { query: { status: 'active' } }))
  const about = `event ${event?.eventId ?? id}`
  const after = (message: string) => async () => {
    await invalidate('listEvents', 'listInvitations')
    notifyDone(message, about)
    onDone()
  }
  const save = useAction({
    mutationFn: async (values: EventValues) => {
      setSaved(false)
      const isAgain = wasTried.current
      wasTried.current = true
      const saved = await (stored ? changeEvent(stored, values, timeZone) : createEvent(values, timeZone, { id, isAgain }))
      setStored(saved)
      setSaved(true)
      await changeInvitations(saved, values, setStored)
    },
    onSuccess: after(event ? t`The event is changed.` : t`The event is created.`),
    onError: () => invalidate('listEvents', 'listInvitations'),
  })
  const restore = useAction({
    mutationFn: () => call('updateEvent', { params: { eventId: event?.eventId ?? '' }, body: { status: 'scheduled' } }),
    onSuccess: async () => {
      await invalidate('listEvents', 'listInvitations')
      notifyDone(t`The event takes place again.`, about)
    },
    onError: notifyFailed,
  })
  const turn = useAction({
    mutationFn: (status: WorkplaceEvent['status']) =>
      call('updateEvent', { params: { eventId: event?.eventId ?? '' }, body: { status } }),
    onSuccess: async (_, status) => {
      await invalidate('listEvents', 'listInvitations')
      if (status === 'cancelled') notifyUndoable(t`The event is canceled.`, restore.mutate, about)
      else notifyDone(t`The event takes place again.`, about)
      onDone()
    },
  })
  useUnsaved(form.isDirty() && !save.isPending && !turn.isPending)
  const error = save.error ?? turn.error
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Draft name={`event ${event?.eventId ?? 'new'}`} form={form} />
        <TextInput label={t`Name`} maxLength={200} data-autofocus ref={takeFocusOfClose} {...form.getInputProps('eventName')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <BuildingSelect
            label={t`Building`}
            {...form.getInputProps('locationId')}
            onChange={(next) => form.setValues({ locationId: next, spaceId: null })}
          />
          <SearchSelect
            label={t`Room`}
            placeholder={t({ message: 'None', context: 'room' })}
            clearable
            limit={100}
            clearButtonProps={{ 'aria-label': t`No room` }}
            data={spaces.data?.items.map(({ spaceId, spaceName, levelName }) => ({
              value: spaceId,
              label: `${spaceName}, ${levelName}`,
            }))}
            {...form.getInputProps('spaceId')}
          />
        </SimpleGrid>
        <EventTimes form={form} timeZone={timeZone} />
        <ColleaguePicker
          label={t`Invited`}
          value={form.values.invited}
          onChange={(next) => form.setFieldValue('invited', next)}
          except={userId}
        />
        <SearchSelect
          label={t`Invite a whole group as well`}
          placeholder={t({ message: 'None', context: 'group' })}
          clearable
          limit={100}
          clearButtonProps={{ 'aria-label': t`No group` }}
          data={groups.data?.items.map(({ groupId, groupName, groupType }) => ({
            value: groupId,
            label: `${groupName} (${groupType})`,
          }))}
          {...form.getInputProps('groupId')}
        />
        <Switch
          label={t`Private`}
          description={t`Only you and those you invite see what it is called and who is invited.`}
          checked={isPrivate}
          onChange={({ currentTarget }) => form.setFieldValue('isPrivate', currentTarget.checked)}
        />
        {save.error && isSaved ? (
          <Text size="sm" role="alert">
            <Trans>The event is saved, but not the change of who is invited.</Trans>
          </Text>
        ) : null}
        {error ? <ErrorState error={error} /> : null}
        <DialogActions>
          {event ? (
            <Button
              variant="default"
              mr="auto"
              loading={turn.isPending}
              onClick={() => turn.mutate(event.status === 'cancelled' ? 'scheduled' : 'cancelled')}
            >
              {event.status === 'cancelled' ? t`Hold the event after all` : t`Cancel the event`}
            </Button>
          ) : null}
          <Button variant="default" onClick={onDone}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            {stored ? t`Save` : t`Create the event`}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
