import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Key, KeyWithSecret } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ConfirmModal, FormModal } from '../shared/modals.tsx'
import { ExpiryField } from './key-fields.tsx'
import { fromLocalInput } from './key-times.ts'

interface Props {
  readonly item: Key
  readonly onClose: () => void
}

const readAgain = () => invalidate('listKeys', 'getKey')

/** Keeps callers out for a while, and tells them why. */
export const BlockKeyModal = ({ item: { keyId, name }, onClose }: Props) => {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : 'Give a reason: callers with this key receive it.') },
  })
  const save = async ({ reason }: { reason: string }) => {
    await call('updateKey', { params: { keyId }, body: { blocked: true, reason: reason.trim() } })
    await readAgain()
    notifyDone(`${name} is blocked.`)
  }
  return (
    <FormModal title={`Block ${name}?`} form={form} save={save} submitLabel="Block the key" color="red.9" onClose={onClose}>
      <Text size="sm">
        It stops working within five seconds, its tokens too. It can be unblocked at any time, with the same secret.
      </Text>
      <Textarea
        label="Reason"
        description="Callers with this key receive it. Say whom they can ask."
        required
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormModal>
  )
}

/** Lets callers in again. */
export const UnblockKeyModal = ({ item: { keyId, name, blockedReason }, onClose }: Props) => {
  const confirm = async () => {
    await call('updateKey', { params: { keyId }, body: { blocked: false } })
    await readAgain()
    notifyDone(`${name} works again.`)
  }
  return (
    <ConfirmModal title={`Unblock ${name}?`} confirmLabel="Unblock the key" confirm={confirm} onClose={onClose}>
      It works again within five seconds, with the same secret. It was blocked because: {blockedReason}
    </ConfirmModal>
  )
}

/** Ends a key for good. */
export const RevokeKeyModal = ({ item: { keyId, name }, onClose }: Props) => {
  const confirm = async () => {
    await call('revokeKey', { params: { keyId } })
    await readAgain()
    notifyDone(`${name} is revoked.`)
  }
  return (
    <ConfirmModal title={`Revoke ${name}?`} confirmLabel="Revoke for good" isDangerous confirm={confirm} onClose={onClose}>
      Whatever uses it is refused within five seconds, its tokens too. There is no way back: to keep it out for a while, block it
      instead. It stays in the list with what it did.
    </ConfirmModal>
  )
}

interface RotateProps extends Props {
  /** Receives the successor with its secret, which is not available anywhere else. */
  readonly onMade: (made: KeyWithSecret) => void
}

/** Makes the successor of a key. */
export const RotateKeyModal = ({ item: { keyId, name }, onMade, onClose }: RotateProps) => {
  const form = useForm({ initialValues: { expiresAt: '' } })
  const save = async ({ expiresAt }: { expiresAt: string }) => {
    onMade(await call('rotateKey', { params: { keyId }, body: { expiresAt: fromLocalInput(expiresAt) } }))
    void readAgain()
  }
  return (
    <FormModal title={`Make a successor of ${name}`} form={form} save={save} submitLabel="Make the successor" onClose={onClose}>
      <Text size="sm">
        The successor has the same name, role, methods and limit, and an id and a secret of its own. Both keys work, so that
        nothing stands still while the secret is exchanged. Revoke this one when nothing uses it any more.
      </Text>
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </FormModal>
  )
}
