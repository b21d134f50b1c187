import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, List, Stack, Text } from '@mantine/core'
import { type Group, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { Trail } from '../../../components/trail.tsx'
import { allGroupsQuery } from '../../../workplace/directory.ts'
import { Panel } from '../shared/panel.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { GroupModal, GroupStatusModal } from './group-modal.tsx'
import { ancestorsOf, childrenOf, ORIGIN_NOTES } from './group-tree.ts'
import { MembersPanel } from './members-panel.tsx'
import { PastMembersPanel } from './past-members-panel.tsx'
import { ZonesPanel } from './zones-panel.tsx'

/** One group: its place in the tree, its members, and the zones where they are booked. */
export const GroupPage = () => {
  const { groupId } = useParams({ from: '/shell/admin/groups/$groupId' })
  const group = useQuery(apiQuery('getGroup', { params: { groupId } }))
  return (
    <QueryState query={group} height={600}>
      {(known) => <OneGroup key={groupId} group={known} />}
    </QueryState>
  )
}

const OneGroup = ({ group }: { group: Group }) => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [open, setOpen] = useState<'edit' | 'status' | 'below'>()
  const { data } = useQuery(allGroupsQuery)
  const groups = data?.items ?? []
  const close = () => setOpen(undefined)
  const isOurs = group.origin === 'administrator'
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="groups" to="/admin/groups" inherit>
            <Trans>Groups</Trans>
          </AnchorLink>,
          ...ancestorsOf(groups, group).map(({ groupId, groupName }) => (
            <AnchorLink key={groupId} to="/admin/groups/$groupId" params={{ groupId }} inherit>
              {groupName}
            </AnchorLink>
          )),
        ]}
        here={group.groupName}
      />
      <PageHeader
        title={group.groupName}
        description={
          <>
            {group.groupType} <StatusBadge status={group.status} /> {ORIGIN_NOTES[group.origin]}
          </>
        }
        actions={
          canChange ? (
            <>
              {isOurs ? (
                <Button variant="default" onClick={() => setOpen('edit')} disabled={!data}>
                  <Trans>Edit</Trans>
                </Button>
              ) : null}
              {group.origin === 'hierarchy' || group.origin === 'provisioning' ? null : (
                <Button variant="default" onClick={() => setOpen('status')}>
                  {group.status === 'active' ? t`Set inactive` : t`Set active`}
                </Button>
              )}
              <Button variant="default" onClick={() => setOpen('below')} disabled={!data}>
                <Trans>Add a group below</Trans>
              </Button>
            </>
          ) : null
        }
      />
      <Stack>
        <Below below={childrenOf(groups).get(group.groupId) ?? []} />
        <ZonesPanel group={group} />
        <MembersPanel group={group} />
        <PastMembersPanel group={group} />
      </Stack>
      {open === 'edit' ? <GroupModal groups={groups} group={group} onClose={close} /> : null}
      {open === 'below' ? <GroupModal groups={groups} parentGroupId={group.groupId} onClose={close} /> : null}
      {open === 'status' ? <GroupStatusModal group={group} onClose={close} /> : null}
    </>
  )
}

const Below = ({ below }: { below: readonly Group[] }) =>
  below.length === 0 ? null : (
    <Panel title={t`Groups below`}>
      <List size="sm" spacing={4}>
        {below.map(({ groupId, groupName, groupType, status }) => (
          <List.Item key={groupId}>
            <AnchorLink to="/admin/groups/$groupId" params={{ groupId }} inherit>
              {groupName}
            </AnchorLink>{' '}
            <Text span size="sm" c="dimmed">
              {status === 'active' ? groupType : t`${groupType}, inactive`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
