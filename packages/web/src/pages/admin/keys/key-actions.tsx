import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useForm } from '@mantine/form'
import type { Key } from '@rollcall/contract'
import { useState } from 'react'
import { BatchBar } from '../shared/batch-bar.tsx'
import { BatchModal } from '../shared/batch-modal.tsx'
import { ExpiryField } from './key-fields.tsx'
import { fromLocalInput, localError } from './key-times.ts'

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
        many={t`keys`}
        onClear={onClear}
        actions={[
          { label: t`Change the expiry`, onStart: start('expiry') },
          { label: t`Revoke`, onStart: start('revoke') },
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
  const { expiresAt } = form.values
  const inUse = keys.filter(({ today }) => today.requests > 0).length
  const modal = {
    ...ends,
    operation: 'updateKeys',
    many: t`keys`,
    chosen: keys.map(({ keyId, name }) => ({ id: keyId, name })),
    reads: ['listKeys', 'getKey'],
  } as const
  const count = keys.length
  return what === 'revoke' ? (
    <BatchModal
      {...modal}
      title={t`Revoke ${plural(count, { one: '# key', other: '# keys' })}?`}
      changes={{ revoked: true }}
      confirmLabel={t`Revoke for good`}
      isDangerous
    >
      <Trans>Calls with them are refused within five seconds, and this cannot be undone.</Trans>{' '}
      {inUse === 0
        ? t`None of them was used today.`
        : plural(inUse, { one: '# key of them was used today.', other: '# keys of them were used today.' })}
    </BatchModal>
  ) : (
    <BatchModal
      {...modal}
      title={t`Change the expiry of ${plural(count, { one: '# key', other: '# keys' })}`}
      changes={localError(expiresAt) ? undefined : { expiresAt: fromLocalInput(expiresAt) }}
      confirmLabel={t`Save`}
    >
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </BatchModal>
  )
}
