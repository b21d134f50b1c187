import { useForm } from '@mantine/form'
import type { Key } from '@rollcall/contract'
import { useState } from 'react'
import { countOf } from '../../../components/format.ts'
import { BatchBar } from '../shared/batch-bar.tsx'
import { BatchModal } from '../shared/batch-modal.tsx'
import { ExpiryField } from './key-fields.tsx'
import { fromLocalInput } from './key-times.ts'

interface Props {
  readonly chosen: readonly Key[]
  readonly onClear: () => void
}

type What = 'revoke' | 'expiry'

/** What an administrator does to several keys at once. */
export const KeyActions = ({ chosen, onClear }: Props) => {
  const [open, setOpen] = useState<{ readonly what: What; readonly keys: readonly Key[] }>()
  const start = (what: What) => () => setOpen({ what, keys: chosen })
  return (
    <>
      <BatchBar
        count={chosen.length}
        many="keys"
        onClear={onClear}
        actions={[
          { label: 'Change the expiry', onStart: start('expiry') },
          { label: 'Revoke', onStart: start('revoke') },
        ]}
      />
      {open ? <ChangeKeys {...open} onDone={onClear} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

interface ChangeProps {
  readonly what: What
  readonly keys: readonly Key[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const ChangeKeys = ({ what, keys, ...ends }: ChangeProps) => {
  const form = useForm({ initialValues: { expiresAt: '' } })
  const inUse = keys.filter(({ today }) => today.requests > 0).length
  const modal = {
    ...ends,
    operation: 'updateKeys',
    many: 'keys',
    chosen: keys.map(({ keyId, name }) => ({ id: keyId, name })),
    reads: ['listKeys', 'getKey'],
  } as const
  const many = countOf(keys.length, 'key')
  return what === 'revoke' ? (
    <BatchModal {...modal} title={`Revoke ${many}?`} changes={{ revoked: true }} confirmLabel="Revoke for good" isDangerous>
      Calls with them are refused within five seconds, and this cannot be undone.{' '}
      {inUse === 0
        ? 'None of them was used today.'
        : `${countOf(inUse, 'key')} of them ${inUse === 1 ? 'was' : 'were'} used today.`}
    </BatchModal>
  ) : (
    <BatchModal
      {...modal}
      title={`Change the expiry of ${many}`}
      changes={{ expiresAt: fromLocalInput(form.values.expiresAt) }}
      confirmLabel="Save"
    >
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </BatchModal>
  )
}
