import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { readAccountsAgain } from '../../../workplace/account-query.ts'
import { FormModal } from '../shared/modals.tsx'

/** Signs a user out everywhere, for a lost device, and removes the passkeys that may be on it. */
export const SignOutModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const session = useSession()
  const name = personName(user)
  const form = useForm({ initialValues: { withPasskeys: false } })
  const save = async ({ withPasskeys }: { withPasskeys: boolean }) => {
    const params = { userId: user.userId }
    // Removing passkeys also ends all sessions.
    await (withPasskeys ? call('removeUserPasskeys', { params }) : call('endUserSessions', { params }))
    await readAccountsAgain(session, user.userId)
    notifyDone(t`${name} is signed out everywhere.`)
  }
  return (
    <FormModal
      title={t`Sign out everywhere: ${name}`}
      form={form}
      save={save}
      submitLabel={t({ message: 'Sign out', context: 'other people' })}
      color="red.9"
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          They are signed out in every browser and can sign in again. Send a link as well if someone may know the password.
        </Trans>
      </Text>
      <Checkbox
        label={t`Remove their passkeys as well`}
        description={t`If a device with a passkey is lost. They add new ones under their profile.`}
        {...form.getInputProps('withPasskeys', { type: 'checkbox' })}
      />
    </FormModal>
  )
}
