import { Checkbox, Select, Stack } from '@mantine/core'
import {
  ADMINISTRATOR_ROLES,
  type AdministratorRole,
  GLOBAL_ADMINISTRATORS,
  USER_ROLE_NAMES,
  type User,
} from '@rollcall/contract'
import { useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { countOf, personName } from '../../../components/format.ts'
import { BatchBar } from '../shared/batch-bar.tsx'
import { BatchModal } from '../shared/batch-modal.tsx'
import { useGroupChoices } from './directory-choices.ts'

interface Props {
  readonly chosen: readonly User[]
  readonly onClear: () => void
}

const ACTIONS = {
  join: { label: 'Add to a group', isGlobal: false },
  leave: { label: 'Remove from a group', isGlobal: false },
  inactive: { label: 'Set inactive', isGlobal: false },
  active: { label: 'Set active', isGlobal: false },
  roles: { label: 'Set roles', isGlobal: true },
  signOut: { label: 'Sign out', isGlobal: true },
} as const
type What = keyof typeof ACTIONS

/** What an administrator does to several users at once; roles and sessions are for global administrators. */
export const UserActions = ({ chosen, onClear }: Props) => {
  const isGlobal = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const [open, setOpen] = useState<{ readonly what: What; readonly users: readonly User[] }>()
  const shown = (Object.keys(ACTIONS) as What[]).filter((what) => isGlobal || !ACTIONS[what].isGlobal)
  return (
    <>
      <BatchBar
        count={chosen.length}
        many="users"
        onClear={onClear}
        actions={shown.map((what) => ({ label: ACTIONS[what].label, onStart: () => setOpen({ what, users: chosen }) }))}
      />
      {open ? <ChangeUsers {...open} onDone={onClear} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

interface ChangeProps {
  readonly what: What
  readonly users: readonly User[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const ChangeUsers = ({ what, users, ...ends }: ChangeProps) => {
  const groups = useGroupChoices()
  const [groupId, setGroupId] = useState<string | null>(null)
  const [roles, setRoles] = useState<string[]>([])
  const many = countOf(users.length, 'user')
  const modal = {
    ...ends,
    operation: 'updateUsers',
    many: 'users',
    chosen: users.map((user) => ({ id: user.userId, name: personName(user) })),
    reads: ['listUsers', 'getUser', 'listUserGroups', 'listGroupMembers', 'getAccount', 'listAccounts'],
  } as const
  const group = <Select label="Group" searchable required data={groups} value={groupId} onChange={setGroupId} />
  switch (what) {
    case 'join':
      return (
        <BatchModal
          {...modal}
          title={`Add ${many} to a group`}
          changes={groupId ? { joinGroupId: groupId } : undefined}
          confirmLabel="Add"
        >
          {group}
        </BatchModal>
      )
    case 'leave':
      return (
        <BatchModal
          {...modal}
          title={`Remove ${many} from a group`}
          changes={groupId ? { leaveGroupId: groupId } : undefined}
          confirmLabel="Remove"
        >
          {group}
        </BatchModal>
      )
    case 'inactive':
      return (
        <BatchModal
          {...modal}
          title={`Set ${many} inactive?`}
          changes={{ status: 'inactive' }}
          confirmLabel="Set inactive"
          hasPreview
          isDangerous
        >
          They are signed out. Plans and bookings after today are removed; the past stays.
        </BatchModal>
      )
    case 'active':
      return (
        <BatchModal {...modal} title={`Set ${many} active again?`} changes={{ status: 'active' }} confirmLabel="Set active">
          They can plan, book and sign in again. Removed plans and bookings do not come back.
        </BatchModal>
      )
    case 'roles':
      return (
        <BatchModal
          {...modal}
          title={`Set the roles of ${many}`}
          changes={{ roles: roles as AdministratorRole[] }}
          confirmLabel="Set the roles"
        >
          <Checkbox.Group
            label="Roles"
            description="They replace the current ones. Without any, they are employees."
            value={roles}
            onChange={setRoles}
          >
            <Stack gap="xs" mt="xs">
              {ADMINISTRATOR_ROLES.map((role) => (
                <Checkbox key={role} value={role} label={USER_ROLE_NAMES[role]} />
              ))}
            </Stack>
          </Checkbox.Group>
        </BatchModal>
      )
    case 'signOut':
      return (
        <BatchModal {...modal} title={`Sign out ${many}?`} changes={{ signOut: true }} confirmLabel="Sign out" isDangerous>
          They are signed out in every browser and can sign in again.
        </BatchModal>
      )
  }
}
