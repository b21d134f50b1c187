import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconNote, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyUndoable } from '../../../components/notices.tsx'
import { ErrorState, QueryState } from '../../../components/states.tsx'
import { useScope } from '../scope/use-scope.ts'
import { showDay } from './show.ts'

interface Range {
  readonly from: string
  readonly to: string
}

const notesOf = ({ from, to }: Range) => apiQuery('listDayNotes', { query: { from, to } })

/** The notes on days, for charts; undefined until they are loaded. */
export const useDayNotes = ({ from, to }: Range) => useQuery(notesOf({ from, to })).data?.items

/** Shows and changes the notes of the period, which all administrators of the organization share. */
export const DayNotesButton = () => {
  const [isOpen, setOpen] = useState(false)
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
  const [{ from, to }] = useScope()
  return (
    <Stack>
      <Text size="sm">
        <Trans>
          What made a day special, such as an office party or a storm. Charts over days mark it, for all administrators.
        </Trans>
      </Text>
      <AddNote lastDay={to} />
      <QueryState query={useQuery(notesOf({ from, to }))} height={80}>
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

const AddNote = ({ lastDay }: { lastDay: string }) => {
  const [day, setDay] = useState(lastDay)
  const [note, setNote] = useState('')
  const adding = useAction({
    mutationFn: () => call('createDayNote', { body: { day, note: note.trim() } }),
    onSuccess: () => setNote(''),
    onSettled: () => invalidate('listDayNotes'),
  })
  const isFilled = day !== '' && note.trim() !== ''
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
        <Group align="flex-end" gap="xs">
          <DayField label={t`Day`} w={170} value={day} onChange={setDay} />
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

const NoteRow = ({ noteId, day, note }: { noteId: string; day: string; note: string }) => {
  const shownDay = showDay(day)
  const options = { onSettled: () => invalidate('listDayNotes') }
  const restoring = useAction({ ...options, mutationFn: () => call('createDayNote', { body: { noteId, day, note } }) })
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
