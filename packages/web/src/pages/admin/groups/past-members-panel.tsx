import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Group, PastMember } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { DayField } from '../../../components/fields.tsx'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { dayError } from '../../../components/typed-day.ts'
import { fullDay } from '../../../time/days.ts'
import { HistoryTable } from '../shared/history-table.tsx'
import { Panel } from '../shared/panel.tsx'

const COLUMNS: readonly ListColumn<PastMember>[] = [
  {
    key: 'name',
    name: t`Name`,
    value: personName,
    render: (member) => (
      <AnchorLink to="/admin/users/$userId" params={{ userId: member.userId }} inherit>
        {personName(member)}
      </AnchorLink>
    ),
  },
  { key: 'userName', name: t`User name`, value: ({ userName }) => userName },
]

/** Who belonged to a group on a day, or at any time. */
export const PastMembersPanel = ({ group: { groupId } }: { group: Group }) => {
  const [asOf, setAsOf] = useState('')
  const date = asOf && fullDay(asOf)
  return (
    <Panel title={t`History`} description={t`Who belonged to the group, from which day to which.`}>
      <Stack gap="sm">
        <DayField
          label={t`As of`}
          description={t`Without a day: everyone who has ever been a member.`}
          clearable
          isPast
          value={asOf}
          onChange={(value) => (dayError(value) ? undefined : setAsOf(value))}
          maw={300}
        />
        <HistoryTable
          label={t`History`}
          operation="listMemberHistory"
          of={groupId}
          read={(query, signal) => call('listMemberHistory', { params: { groupId }, query, signal })}
          asOf={asOf}
          columns={COLUMNS}
          keyOf={({ userId }) => userId}
          empty={asOf ? t`No one is known to have been a member on ${date}.` : t`It has had no members of its own.`}
        />
      </Stack>
    </Panel>
  )
}
