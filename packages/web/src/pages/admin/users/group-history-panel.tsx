import { t } from '@lingui/core/macro'
import type { PastGroup } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { AnchorLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { HistoryTable } from '../shared/history-table.tsx'
import { Panel } from '../shared/panel.tsx'

const COLUMNS: readonly ListColumn<PastGroup>[] = [
  {
    key: 'groupName',
    name: t`Group`,
    value: ({ groupName }) => groupName,
    render: ({ groupId, groupName }) => (
      <AnchorLink to="/admin/groups/$groupId" params={{ groupId }} inherit>
        {groupName}
      </AnchorLink>
    ),
  },
  { key: 'groupType', name: t`Kind`, value: ({ groupType }) => groupType },
]

/** The groups to which a user belonged, and when. */
export const GroupHistoryPanel = ({ userId }: { userId: string }) => (
  <Panel title={t`History`} description={t`The groups of this person, from which day to which.`}>
    <HistoryTable
      label={t`History`}
      operation="listUserGroupHistory"
      of={userId}
      read={(query, signal) => call('listUserGroupHistory', { params: { userId }, query, signal })}
      columns={COLUMNS}
      keyOf={({ groupId }) => groupId}
      empty={t`This person has been in no group.`}
    />
  </Panel>
)
