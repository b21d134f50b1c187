import { Button, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, USER_ROLE_NAMES, type User } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Facts } from '../../../components/facts.tsx'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { ConfirmModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'
import { type AccountChange, AccountModal } from './account-modal.tsx'
import { type Account, accountQuery, readAccountsAgain } from './account-query.ts'
import { LinkModal } from './link-modal.tsx'
import { SignOutModal } from './sign-out-modal.tsx'

/** Whether a user may sign in, and with which roles. */
export const AccountPanel = ({ user }: { user: User }) => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const account = useQuery({ ...accountQuery(user.userId), enabled: isOwner })
  if (!isOwner) {
    return (
      <Panel title="Account">
        <Text size="sm" c="dimmed">
          Global administrators give access, set passwords and roles.
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
      title="Account"
      actions={
        account ? (
          <>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('roles')}>
              Change roles
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('password')}>
              New password
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('link')}>
              {account.hasPassword ? 'Send a link' : 'Invite again'}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen('lost')}>
              Sign out everywhere
            </Button>
            <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('remove')}>
              Remove access
            </Button>
          </>
        ) : (
          <>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('link')}>
              Invite
            </Button>
            <Button size="xs" variant="default" disabled={!isActive} onClick={() => setOpen('give')}>
              Give access
            </Button>
          </>
        )
      }
    >
      {account ? (
        <Facts
          label="Account"
          nameWidth="42%"
          facts={[
            ['Signs in as', account.userName],
            ['Roles', account.roles.map((role) => USER_ROLE_NAMES[role]).join(', ')],
            ['Signs in by', signsInBy(account)],
            ['Since', momentText(account.createdAt)],
            ['Password or roles changed', momentText(account.updatedAt)],
            ...(isActive ? [] : [['Note', 'Inactive users cannot sign in.'] as const]),
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {isActive ? 'They have no account and cannot sign in.' : 'Inactive users cannot be given access.'}
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
  if (!hasPassword) return 'No password: a link or an identity provider'
  return isBreakGlass ? 'Password, also in emergencies (break-glass)' : 'Password'
}

const RemoveAccountModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const session = useSession()
  const { userId } = user
  const confirm = async () => {
    await call('removeAccount', { params: { userId } })
    await readAccountsAgain(session, userId)
    notifyDone(`${personName(user)} can no longer sign in.`)
  }
  return (
    <ConfirmModal
      title={`Remove the access of ${personName(user)}?`}
      confirmLabel="Remove access"
      isDangerous
      confirm={confirm}
      onClose={onClose}
    >
      They are signed out at once and cannot sign in; password and roles are gone. They stay a user: plans, bookings and the past
      stay.
      {session.userId === userId ? ' This is your own account.' : ''}
    </ConfirmModal>
  )
}
