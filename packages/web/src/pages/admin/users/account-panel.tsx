import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type User } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Facts } from '../../../components/facts.tsx'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { QueryState } from '../../../components/states.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { type Account, accountQuery, readAccountsAgain } from '../../../workplace/account-query.ts'
import { ConfirmModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'
import { type AccountChange, AccountModal } from './account-modal.tsx'
import { LinkModal } from './link-modal.tsx'
import { SignOutModal } from './sign-out-modal.tsx'

/** Whether a user may sign in, and with which roles. */
export const AccountPanel = ({ user }: { user: User }) => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const account = useQuery({ ...accountQuery(user.userId), enabled: isOwner })
  if (!isOwner) {
    return (
      <Panel title={t`Account`}>
        <Text size="sm" c="dimmed">
          <Trans>Global administrators give access, set passwords and roles.</Trans>
        </Text>
      </Panel>
    )
  }
  return (
    <QueryState query={account} height={160}>
      {(known) => <OneAccount user={user} account={known} />}
    </QueryState>
  )
}

const OneAccount = ({ user, account }: { user: User; account: Account | null }) => {
  const [open, setOpen] = useState<AccountChange | 'remove' | 'link' | 'lost'>()
  const close = () => setOpen(undefined)
  const isActive = user.status === 'active'
  return (
    <Panel
      title={t`Account`}
      actions={
        account ? (
          <>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('roles')}>
              <Trans>Change roles</Trans>
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('password')}>
              <Trans>New password</Trans>
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('link')}>
              {account.hasPassword ? t`Send a link` : t`Invite again`}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen('lost')}>
              <Trans context="another person">Sign out everywhere</Trans>
            </Button>
            <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('remove')}>
              <Trans>Remove access</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('link')}>
              <Trans>Invite</Trans>
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('give')}>
              <Trans>Give access</Trans>
            </Button>
          </>
        )
      }
    >
      {account ? (
        <Facts
          label={t`Account`}
          nameWidth="42%"
          facts={[
            [t`Signs in as`, account.userName],
            [t`Roles`, account.roles.map((role) => ROLE_NAMES[role]).join(', ')],
            [t`Signs in by`, signsInBy(account)],
            [t`Since`, momentText(account.createdAt)],
            [t`Password or roles changed`, momentText(account.updatedAt)],
            ...(isActive ? [] : [[t({ message: 'Note', context: 'hint' }), t`Inactive users cannot sign in.`] as const]),
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {isActive ? t`They have no account and cannot sign in.` : t`Inactive users cannot be given access.`}
        </Text>
      )}
      {open === 'remove' ? <RemoveAccountModal user={user} onClose={close} /> : null}
      {open === 'link' ? <LinkModal user={user} account={account} onClose={close} /> : null}
      {open === 'lost' ? <SignOutModal user={user} onClose={close} /> : null}
      {open === 'give' || open === 'roles' || open === 'password' ? (
        <AccountModal user={user} account={account} change={open} onClose={close} />
      ) : null}
    </Panel>
  )
}

const signsInBy = ({ hasPassword, isBreakGlass }: Account): string => {
  if (!hasPassword) return t`No password: a link or an identity provider`
  return isBreakGlass ? t`Password, also in emergencies (break-glass)` : t`Password`
}

const RemoveAccountModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const session = useSession()
  const { userId } = user
  const name = personName(user)
  const confirm = async () => {
    await call('removeAccount', { params: { userId } })
    await readAccountsAgain(session, userId)
    notifyDone(t`${name} can no longer sign in.`)
  }
  return (
    <ConfirmModal
      title={t`Remove the access of ${name}?`}
      confirmLabel={t`Remove access`}
      isDangerous
      confirm={confirm}
      onClose={onClose}
    >
      <Trans>
        They are signed out at once and cannot sign in; password and roles are gone. They stay a user: plans, bookings and the
        past stay.
      </Trans>{' '}
      {session.userId === userId ? <Trans>This is your own account.</Trans> : null}
    </ConfirmModal>
  )
}
