import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Stack } from '@mantine/core'
import { ADMINISTRATOR_ROLES, type AdministratorRole, GLOBAL_ADMINISTRATORS, type User } from '@rollcall/contract'
import { useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { personName } from '../../../components/format.ts'
import { ROLE_NAMES } from '../../../components/role-names.ts'
import { SearchSelect } from '../../../components/search-select.tsx'
import { BatchBar } from '../shared/batch-bar.tsx'
import { BatchModal } from '../shared/batch-modal.tsx'
import { useGroupChoices } from './directory-choices.ts'
import { makePrimary } from './make-primary.ts'

interface Props {
  readonly chosen: readonly User[]
  readonly onClear: () => void
}

const ACTIONS = {
  join: { label: t`Add to a group`, isGlobal: false },
  leave: { label: t`Remove from a group`, isGlobal: false },
  inactive: { label: t`Set inactive`, isGlobal: false },
  active: { label: t`Set active`, isGlobal: false },
  roles: { label: t`Set roles`, isGlobal: true },
  signOut: { label: t({ message: 'Sign out', context: 'other people' }), isGlobal: true },
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
        many={t`users`}
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
  const [asPrimary, setAsPrimary] = useState(true)
  const [roles, setRoles] = useState<string[]>([])
  const count = users.length
  const without = users.flatMap(({ userId, primaryGroupId }) => (primaryGroupId === null ? [userId] : []))
  const modal = {
    ...ends,
    operation: 'updateUsers',
    many: t`users`,
    chosen: users.map((user) => ({ id: user.userId, name: personName(user) })),
    reads: ['listUsers', 'getUser', 'listUserGroups', 'listGroupMembers', 'listAccounts', 'listPolicies'],
  } as const
  const group = <SearchSelect label={t`Group`} required data-autofocus data={groups} value={groupId} onChange={setGroupId} />
  switch (what) {
    case 'join':
      return (
        <BatchModal
          {...modal}
          title={t`Add ${plural(count, { one: '# user', other: '# users' })} to a group`}
          changes={groupId ? { joinGroupId: groupId } : undefined}
          afterwards={groupId && asPrimary ? () => makePrimary(without, groupId) : undefined}
          confirmLabel={t`Add`}
        >
          {group}
          {without.length > 0 ? (
            <Checkbox
              mt="md"
              label={plural(without.length, {
                one: 'As the primary group of # user who has none',
                other: 'As the primary group of # users who have none',
              })}
              description={t`Attendance policies, zones and figures go by the primary group.`}
              checked={asPrimary}
              onChange={({ currentTarget }) => setAsPrimary(currentTarget.checked)}
            />
          ) : null}
        </BatchModal>
      )
    case 'leave':
      return (
        <BatchModal
          {...modal}
          title={t`Remove ${plural(count, { one: '# user', other: '# users' })} from a group`}
          changes={groupId ? { leaveGroupId: groupId } : undefined}
          confirmLabel={t({ message: 'Remove', context: 'from a group' })}
        >
          {group}
        </BatchModal>
      )
    case 'inactive':
      return (
        <BatchModal
          {...modal}
          title={t`Set ${plural(count, { one: '# user', other: '# users' })} inactive?`}
          changes={{ status: 'inactive' }}
          confirmLabel={t`Set inactive`}
          hasPreview
          isDangerous
        >
          <Trans>They are signed out and have no plans after today anymore; the past stays.</Trans>
        </BatchModal>
      )
    case 'active':
      return (
        <BatchModal
          {...modal}
          title={t`Set ${plural(count, { one: '# user', other: '# users' })} active again?`}
          changes={{ status: 'active' }}
          confirmLabel={t`Set active`}
        >
          <Trans>They can plan, book and sign in again. Removed plans and bookings do not come back.</Trans>
        </BatchModal>
      )
    case 'roles':
      return (
        <BatchModal
          {...modal}
          title={t`Set the roles of ${plural(count, { one: '# user', other: '# users' })}`}
          changes={{ roles: roles as AdministratorRole[] }}
          confirmLabel={t`Set the roles`}
        >
          <Checkbox.Group
            label={t`Roles`}
            description={t`They replace the current ones. Without any, they are employees.`}
            value={roles}
            onChange={setRoles}
          >
            <Stack gap="xs" mt="xs">
              {ADMINISTRATOR_ROLES.map((role) => (
                <Checkbox key={role} value={role} label={ROLE_NAMES[role]} />
              ))}
            </Stack>
          </Checkbox.Group>
        </BatchModal>
      )
    case 'signOut':
      return (
        <BatchModal
          {...modal}
          title={t`Sign out ${plural(count, { one: '# user', other: '# users' })}?`}
          changes={{ signOut: true }}
          confirmLabel={t({ message: 'Sign out', context: 'other people' })}
          isDangerous
        >
          <Trans>They are signed out in every browser and can sign in again.</Trans>
        </BatchModal>
      )
  }
}
