import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { allPages, whenOpened } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { LoadingState, QueryState } from '../../../components/states.tsx'
import { FormDialog } from '../../../components/unsaved.tsx'
import { useNextWorkday } from '../../../workplace/next-workday.ts'
import type { WorkplaceEvent } from './event-card.tsx'
import { EventForm } from './event-form.tsx'

interface Props {
  /** Undefined while the dialog is closed. */
  readonly edited: WorkplaceEvent | 'new' | undefined
  readonly onClose: () => void
}

/** The dialog to create or change an event. */
export const EventModal = ({ edited, onClose }: Props) => (
  <FormDialog
    opened={edited !== undefined}
    onClose={onClose}
    title={edited === 'new' ? t`New event` : t`Change the event`}
    size="lg"
    closeButtonProps={{ 'aria-label': t`Close without a change` }}
  >
    {edited === 'new' ? <NewEvent onDone={onClose} /> : null}
    {edited && edited !== 'new' ? <ExistingEvent event={edited} onDone={onClose} /> : null}
  </FormDialog>
)

const NewEvent = ({ onDone }: { onDone: () => void }) => {
  const day = useNextWorkday()
  return day ? <EventForm event={undefined} day={day} invited={[]} onDone={onDone} /> : <LoadingState height={420} />
}

const ExistingEvent = ({ event, onDone }: { event: WorkplaceEvent; onDone: () => void }) => {
  const invitations = useQuery(whenOpened(allPages('listInvitations', { params: { eventId: event.eventId }, query: {} })))
  return (
    <QueryState query={invitations} height={420}>
      {({ items }) => (
        <EventForm
          event={event}
          day={event.day}
          invited={items.map((each) => ({ userId: each.userId, name: personName(each) }))}
          onDone={onDone}
        />
      )}
    </QueryState>
  )
}
