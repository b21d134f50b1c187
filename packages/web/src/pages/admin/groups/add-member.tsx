import { t } from '@lingui/core/macro'
import { Checkbox, Group as Row } from '@mantine/core'
import type { Group, User } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-action.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { readMembersAgain } from './read-members-again.ts'
import { UserSearch } from './user-search.tsx'

interface Adding {
  readonly user: User
  readonly isPrimary: boolean
}

/** Adds a member. The first group of a person becomes the primary one, by which policies, zones and figures go. */
export const AddMember = ({ groupId, groupName }: Pick<Group, 'groupId' | 'groupName'>) => {
  const [asPrimary, setAsPrimary] = useState(true)
  const add = useAction({
    mutationFn: async ({ user: { userId }, isPrimary }: Adding) => {
      await call('addGroupMember', { params: { groupId, userId } })
      if (isPrimary) await call('updateUser', { params: { userId }, body: { primaryGroupId: groupId } })
    },
    onSuccess: async (_, { user, isPrimary }) => {
      await readMembersAgain()
      const name = personName(user)
      notifyDone(
        isPrimary ? t`${name} is a member of ${groupName}, as the primary group.` : t`${name} is a member of ${groupName}.`,
      )
    },
    onError: notifyFailed,
  })
  return (
    <Row align="flex-end" gap="md">
      <UserSearch
        label={t`Add a member`}
        disabled={add.isPending}
        onPick={(user) => add.mutate({ user, isPrimary: asPrimary && user.primaryGroupId === null })}
      />
      <Checkbox
        mb={8}
        label={t`As their primary group if they have none`}
        checked={asPrimary}
        onChange={({ currentTarget }) => setAsPrimary(currentTarget.checked)}
      />
    </Row>
  )
}
