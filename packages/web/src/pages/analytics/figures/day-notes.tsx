import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { IconNote, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, invalidate } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyFailed, notifyUndoable } from '../../../components/notices.tsx'
import { ErrorState, QueryState } from '../../../components/states.tsx'
import { dayError } from '../../../components/typed-day.ts'
import { dayRange, isDay } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useScope } from '../scope/use-scope.ts'
import { showDay } from './show.ts'

interface Range {
  readonly from: string
  readonly to: string
  readonly locations?: string | undefined
}
type Note = Answer<'listDayNotes'>['items'][number]

const notesOf = ({ from, to, locations }: Range) =>
  apiQuery('listDayNotes', { query: { from, to, ...(locations ? { locationIds: locations } : {}) } })

/** The notes of these buildings and of all, for charts; undefined until they are loaded. */
export const useDayNotes = (range: Range) => useQuery(notesOf(range)).data?.items

/** Shows and changes the notes of the period, which all administrators of the organization share. */
export const DayNotesButton = () => {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!hasRole(session, ADMINISTRATORS)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconNote size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        <Trans>Notes</Trans>
      </Button>
      {isOpen ? (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t`Notes on days`}
          size="lg"
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          <Notes />
        </Modal>
      ) : null}
    </>
  )
}

const Notes = () => {
  const [scope] = useScope()
  return (
    <Stack>
      <Text size="sm">
        <Trans>
          What made days special, such as an office party or works in a building. Charts over days mark it, for all
          administrators; a note about one building only where that building is shown.
        </Trans>
      </Text>
      <AddNote day={scope.to} />
      <QueryState query={useQuery(notesOf(scope))} height={80}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              <Trans>There are no notes in this period.</Trans>
            </Text>
          ) : (
            <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((each) => (
                <NoteRow key={each.noteId} {...each} />
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Stack>
  )
}

const AddNote = ({ day: start }: { day: string }) => {
  const [day, setDay] = useState(start)
  const [lastDay, setLastDay] = useState('')
  const [locationId, setLocationId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const adding = useAction({
    mutationFn: () => call('createDayNote', { body: { day, lastDay: lastDay || null, locationId, note: note.trim() } }),
    onSuccess: () => setNote(''),
    onSettled: () => invalidate('listDayNotes'),
  })
  const isBackwards = isDay(day) && isDay(lastDay) && lastDay < day
  const isFilled = isDay(day) && dayError(lastDay) === null && !isBackwards && note.trim() !== ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isFilled) adding.mutate()
      }}
    >
      <Stack gap="xs">
        {adding.error ? <ErrorState error={adding.error} /> : null}
        <Group align="flex-start" gap="xs">
          <DayField label={t`Day`} flex="1 1 140px" isPast value={day} onChange={setDay} />
          <DayField
            label={t`Until`}
            flex="1 1 140px"
            clearable
            isPast
            {...(isDay(day) ? { minDate: day } : {})}
            value={lastDay}
            error={isBackwards ? t`Lies before the first day.` : undefined}
            onChange={setLastDay}
          />
          <BuildingSelect
            label={t`Building`}
            flex="1 1 180px"
            placeholder={t`All`}
            clearable
            allowDeselect
            clearButtonProps={{ 'aria-label': t`All buildings` }}
            value={locationId}
            onChange={setLocationId}
          />
        </Group>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t`Note`}
            flex="1 1 180px"
            maxLength={200}
            data-autofocus
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Button type="submit" disabled={!isFilled} loading={adding.isPending}>
            <Trans>Add</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const NoteRow = ({ noteId, day, lastDay, locationId, locationName, note }: Note) => {
  const shownDay = day === lastDay ? showDay(day) : dayRange(day, lastDay)
  const body = { noteId, day, lastDay, locationId, note }
  const options = { onError: notifyFailed, onSettled: () => invalidate('listDayNotes') }
  const restoring = useAction({ ...options, mutationFn: () => call('createDayNote', { body }) })
  const removing = useAction({
    ...options,
    mutationFn: () => call('removeDayNote', { params: { noteId } }),
    onSuccess: () => notifyUndoable(t`The note of ${shownDay} is deleted.`, () => restoring.mutate()),
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text span inherit fw={600}>
          {shownDay}
        </Text>{' '}
        {locationName ? `${locationName}: ` : ''}
        {note}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t`Delete the note of ${shownDay}: ${note}`}
        loading={removing.isPending}
        onClick={() => removing.mutate()}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}
