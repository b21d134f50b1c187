import { FormDialog } from '../../../components/unsaved.tsx'
import { VisitForm } from './visit-form.tsx'
import type { Visit } from './visit-table.tsx'

interface Props {
  /** Undefined while the dialogue is closed. */
  readonly edited: Visit | 'new' | undefined
  readonly onClose: () => void
}

/** A new visit, or one to be changed. */
export const VisitModal = ({ edited, onClose }: Props) => (
  <FormDialog
    opened={edited !== undefined}
    onClose={onClose}
    title={edited === 'new' ? 'Expect a visitor' : 'Change the visit'}
    closeButtonProps={{ 'aria-label': 'Close without a change' }}
  >
    {edited ? <VisitForm visit={edited === 'new' ? undefined : edited} onDone={onClose} /> : null}
  </FormDialog>
)
