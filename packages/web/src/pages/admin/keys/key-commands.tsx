import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Key, KeyWithSecret } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ConfirmModal, FormModal } from '../shared/modals.tsx'
import { ExpiryField } from './key-fields.tsx'
import { fromLocalInput, localError } from './key-times.ts'

interface Props {
  readonly item: Key
  readonly onClose: () => void
}

const readAgain = () => invalidate('listKeys', 'getKey')

/** Refuses callers for a while, and gives them the reason. */
export const BlockKeyModal = ({ item: { keyId, name }, onClose }: Props) => {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() ? null : t`Give a reason: callers with this key receive it.`) },
  })
  const save = async ({ reason }: { reason: string }) => {
    await call('updateKey', { params: { keyId }, body: { blocked: true, reason: reason.trim() } })
    await readAgain()
    notifyDone(t`${name} is blocked.`)
  }
  return (
    <FormModal title={t`Block ${name}?`} form={form} save={save} submitLabel={t`Block the key`} color="red.9" onClose={onClose}>
      <Text size="sm">
        <Trans>
          The key and its tokens stop working within five seconds. You can unblock it at any time; it keeps its secret.
        </Trans>
      </Text>
      <Textarea
        label={t`Reason`}
        description={t`Callers with this key receive it. Say who can help them.`}
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
    notifyDone(t`${name} works again.`)
  }
  return (
    <ConfirmModal title={t`Unblock ${name}?`} confirmLabel={t`Unblock the key`} confirm={confirm} onClose={onClose}>
      <Trans>It works again within five seconds, with the same secret. It was blocked because: {blockedReason}</Trans>
    </ConfirmModal>
  )
}

/** Ends a key permanently. */
export const RevokeKeyModal = ({ item: { keyId, name }, onClose }: Props) => {
  const confirm = async () => {
    await call('revokeKey', { params: { keyId } })
    await readAgain()
    notifyDone(t`${name} is revoked.`)
  }
  return (
    <ConfirmModal title={t`Revoke ${name}?`} confirmLabel={t`Revoke permanently`} isDangerous confirm={confirm} onClose={onClose}>
      <Trans>
        The key and its tokens stop working within five seconds. You cannot undo this: to stop it for a while, block it instead.
        The key stays in the list with its usage.
      </Trans>
    </ConfirmModal>
  )
}

interface RotateProps extends Props {
  /** Receives the successor with its secret, which is not available anywhere else. */
  readonly onMade: (made: KeyWithSecret) => void
}

/** Makes the successor of a key. */
export const RotateKeyModal = ({ item: { keyId, name }, onMade, onClose }: RotateProps) => {
  const form = useForm({ initialValues: { expiresAt: '' }, validate: { expiresAt: localError } })
  const save = async ({ expiresAt }: { expiresAt: string }) => {
    onMade(await call('rotateKey', { params: { keyId }, body: { expiresAt: fromLocalInput(expiresAt) } }))
    void readAgain()
  }
  return (
    <FormModal
      title={t`Make a successor of ${name}`}
      form={form}
      save={save}
      submitLabel={t`Make the successor`}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          The successor has the same name, role, methods and limit, and a new id and secret. Both keys work, so nothing stops
          while you exchange the secret. Revoke this key when nothing uses it anymore.
        </Trans>
      </Text>
      <ExpiryField input={form.getInputProps('expiresAt')} />
    </FormModal>
  )
}
