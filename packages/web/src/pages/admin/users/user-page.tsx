import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core'
import { USER_FIELDS, type User, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { allPages, apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Facts } from '../../../components/facts.tsx'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { Trail } from '../../../components/trail.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { attributeWord } from '../../../workplace/attribute-words.ts'
import { Panel } from '../shared/panel.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { AccountPanel } from './account-panel.tsx'
import { fieldWord } from './field-words.ts'
import { GroupHistoryPanel } from './group-history-panel.tsx'
import { PersonalDataPanel } from './personal-data-panel.tsx'
import { ownedText, UserModal } from './user-modal.tsx'
import { UserStatusModal } from './user-status-modal.tsx'

/** One user: their data and their account. */
export const UserPage = () => {
  const { userId } = useParams({ from: '/shell/admin/users/$userId' })
  const user = useQuery(apiQuery('getUser', { params: { userId } }))
  return (
    <QueryState query={user} height={600}>
      {(known) => <OneUser user={known} />}
    </QueryState>
  )
}

const OneUser = ({ user }: { user: User }) => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [open, setOpen] = useState<'edit' | 'status'>()
  const isActive = user.status === 'active'
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="users" to="/admin/users" inherit>
            <Trans>Users</Trans>
          </AnchorLink>,
        ]}
        here={personName(user)}
      />
      <PageHeader
        title={personName(user)}
        description={
          <AnchorLink to="/people/$userId" params={{ userId: user.userId }} inherit>
            <Trans>Days, presence and log of this person</Trans>
          </AnchorLink>
        }
        actions={
          canChange ? (
            <>
              <Button variant="default" onClick={() => setOpen('edit')}>
                <Trans>Edit</Trans>
              </Button>
              {user.providerName === null ? (
                <Button variant="default" onClick={() => setOpen('status')}>
                  {isActive ? t`Set inactive` : t`Set active`}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          <Panel title={t`Details`} {...(user.providerName === null ? {} : { description: ownedText(user.providerName) })}>
            <Facts label={t`Details`} nameWidth="42%" facts={detailsOf(user)} />
          </Panel>
          <AccountPanel user={user} />
          <PersonalDataPanel user={user} />
        </Stack>
        <Stack>
          <Attributes attributes={user.attributes} />
          <Groups userId={user.userId} primaryGroupId={user.primaryGroupId} />
          <GroupHistoryPanel userId={user.userId} />
        </Stack>
      </SimpleGrid>
      {open === 'edit' ? <UserModal user={user} onClose={() => setOpen(undefined)} /> : null}
      {open === 'status' ? <UserStatusModal user={user} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

/** The title shows the names, so they are left out here. */
const detailsBesideNames = (Object.keys(USER_FIELDS) as (keyof typeof USER_FIELDS)[]).filter(
  (name) => name !== 'firstName' && name !== 'lastName',
)

const detailsOf = (user: User) =>
  [
    ...(user.providerName === null ? [] : [[t`Owned by`, user.providerName] as const]),
    [t`Status`, <StatusBadge key="status" status={user.status} />],
    [t`User name`, user.userName],
    ...detailsBesideNames.map((name) => [fieldWord(name), user[name]] as const),
    [t`Primary building`, user.primaryLocationName],
    [t`Primary group`, user.primaryGroupName],
    [t`Colleagues see where they are`, user.visibility === 'everyone' ? t`Yes` : t`No, as they chose`],
    [t`Onboarding`, user.onboarded ? t`Reported as complete` : t`Not reported, which changes nothing here`],
    [t`Known since`, momentText(user.createdAt)],
  ] as const

const Attributes = ({ attributes }: Pick<User, 'attributes'>) => {
  const facts = Object.entries(attributes)
    .map(([name, value]) => [attributeWord(name), value] as const)
    .sort(([a], [b]) => a.localeCompare(b))
  return (
    <Panel title={t`Attributes`} description={t`These come from the HR system and are changed there.`}>
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>None.</Trans>
        </Text>
      ) : (
        <Facts label={t`Attributes`} nameWidth="42%" facts={facts} />
      )}
    </Panel>
  )
}

const Groups = ({ userId, primaryGroupId }: Pick<User, 'userId' | 'primaryGroupId'>) => {
  const groups = useQuery(allPages('listUserGroups', { params: { userId } }))
  return (
    <Panel title={t`Groups`}>
      <QueryState query={groups} height={80}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              <Trans>None.</Trans>
            </Text>
          ) : (
            <List size="sm" spacing={4}>
              {items.map(({ groupId, groupName, groupType }) => (
                <List.Item key={groupId}>
                  <Group gap={6}>
                    <AnchorLink to="/admin/groups/$groupId" params={{ groupId }} inherit>
                      {groupName}
                    </AnchorLink>
                    <Text span size="sm" c="dimmed">
                      {groupId === primaryGroupId ? t`${groupType}, primary` : groupType}
                    </Text>
                  </Group>
                </List.Item>
              ))}
            </List>
          )
        }
      </QueryState>
    </Panel>
  )
}
