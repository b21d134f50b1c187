import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group as Row, Stack, Text } from '@mantine/core'
import { type Group, type User, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { allPages, LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { ConfirmModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'
import { AddMember } from './add-member.tsx'
import { ORIGIN_WORDS } from './group-tree.ts'
import { readMembersAgain } from './read-members-again.ts'

const LIMIT = 100
const originWord = (origin: Group['origin'] | undefined) => origin && ORIGIN_WORDS[origin]

/** The members of a group, whether it is their primary group, and the ways to add and remove members. */
export const MembersPanel = ({ group: { groupId, groupName, origin: groupOrigin } }: { group: Group }) => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [leaving, setLeaving] = useState<User>()
  const members = useInfiniteQuery({
    queryKey: ['listUsers', 'of group', groupId],
    queryFn: ({ pageParam, signal }) =>
      call('listUsers', { query: { groupId, limit: LIMIT, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const memberships = useQuery(allPages('listGroupMembers', { params: { groupId } }, 20))
  const makePrimary = useAction({
    mutationFn: ({ userId }: User) => call('updateUser', { params: { userId }, body: { primaryGroupId: groupId } }),
    onSuccess: async (_, user) => {
      await readMembersAgain()
      const name = personName(user)
      notifyDone(t`${groupName} is the primary group of ${name}.`)
    },
    onError: notifyFailed,
  })
  const origins = new Map(memberships.data?.items.map(({ userId, origin }) => [userId, origin]))
  const isProvisioned = groupOrigin === 'provisioning'
  const actions: ListColumn<User> = {
    key: 'change',
    name: t`Change`,
    value: () => null,
    isAction: true,
    render: (user) => {
      const name = personName(user)
      return (
        <Row gap={4} wrap="nowrap">
          {user.primaryGroupId === groupId ? null : (
            <Button
              size="compact-xs"
              variant="default"
              disabled={makePrimary.isPending}
              aria-label={t`Make primary: ${name}`}
              onClick={() => makePrimary.mutate(user)}
            >
              <Trans>Make primary</Trans>
            </Button>
          )}
          {isProvisioned || origins.get(user.userId) === 'attribute' ? null : (
            <Button size="compact-xs" variant="default" aria-label={t`Remove ${name}`} onClick={() => setLeaving(user)}>
              <Trans context="from a group">Remove</Trans>
            </Button>
          )}
        </Row>
      )
    },
  }
  const columns: readonly ListColumn<User>[] = [
    {
      key: 'name',
      name: t`Name`,
      value: personName,
      render: (user) => (
        <AnchorLink to="/admin/users/$userId" params={{ userId: user.userId }} inherit>
          {personName(user)}
        </AnchorLink>
      ),
    },
    { key: 'userName', name: t`User name`, value: ({ userName }) => userName },
    {
      key: 'primaryGroupName',
      name: t`Primary group`,
      value: ({ primaryGroupName }) => primaryGroupName,
      render: (user) => (user.primaryGroupId === groupId ? <ThisOne /> : null),
    },
    {
      key: 'origin',
      isChoice: true,
      code: ({ userId }) => origins.get(userId) ?? 'unread',
      name: t`Made a member by`,
      // Not all members of a very large group are read.
      value: ({ userId }) => originWord(origins.get(userId)) ?? (memberships.data ? null : '…'),
    },
    {
      key: 'status',
      name: t`Status`,
      isChoice: true,
      code: ({ status }) => status,
      value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`),
    },
    ...(canChange ? [actions] : []),
  ]
  return (
    <Panel title={t`Members`}>
      {canChange && !isProvisioned ? <AddMember groupId={groupId} groupName={groupName} /> : null}
      <QueryState query={members} height={200}>
        {({ pages }) => {
          const users = pages.flatMap(({ items }) => items)
          return users.length === 0 ? (
            <Text size="sm" c="dimmed" mt="sm">
              <Trans>It has no members of its own.</Trans>
            </Text>
          ) : (
            <Stack mt="sm" gap="sm" align="flex-start">
              <div style={{ width: '100%' }}>
                <FactTable
                  readAll={() =>
                    readPages((cursor) =>
                      call('listUsers', { query: { groupId, limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) } }),
                    )
                  }
                  id="members"
                  label={t`Members`}
                  columns={columns}
                  rows={users}
                  isPart={members.hasNextPage}
                  rowKey={({ userId }) => userId}
                  minWidth={760}
                />
              </div>
              {members.hasNextPage ? (
                <Button variant="default" loading={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              ) : null}
            </Stack>
          )
        }}
      </QueryState>
      {leaving ? (
        <RemoveMemberModal groupId={groupId} groupName={groupName} user={leaving} onClose={() => setLeaving(undefined)} />
      ) : null}
    </Panel>
  )
}

const ThisOne = () => (
  <Badge variant="outline" tt="none" color="petrol" c="var(--mantine-color-text)">
    <Trans>This one</Trans>
  </Badge>
)

interface RemoveProps extends Pick<Group, 'groupId' | 'groupName'> {
  readonly user: User
  readonly onClose: () => void
}

const RemoveMemberModal = ({ groupId, groupName, user, onClose }: RemoveProps) => {
  const name = personName(user)
  const confirm = async () => {
    await call('removeGroupMember', { params: { groupId, userId: user.userId } })
    await readMembersAgain()
    notifyDone(t`${name} is no longer a member of ${groupName}.`)
  }
  return (
    <ConfirmModal
      title={t`Remove ${name}?`}
      confirmLabel={t({ message: 'Remove', context: 'from a group' })}
      isDangerous
      confirm={confirm}
      onClose={onClose}
    >
      {user.primaryGroupId === groupId
        ? t`${groupName} is the primary group of ${name}: without it they are no longer booked in its zones. Existing bookings stay.`
        : t`${name} will no longer be a member of ${groupName}. Existing bookings stay.`}
    </ConfirmModal>
  )
}
