import { t } from '@lingui/core/macro'
import { Anchor, Modal } from '@mantine/core'
import type { DeskPeriod } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import type { ListColumn } from '../../../../components/table/columns.ts'
import { HistoryTable } from '../../shared/history-table.tsx'

const COLUMNS: readonly ListColumn<DeskPeriod>[] = [
  { key: 'zoneName', name: t`Zone`, value: ({ zoneName, levelName }) => `${zoneName}, ${levelName}` },
  {
    key: 'assignedUserId',
    name: t`Assigned to`,
    value: ({ assignedUserId, assignedUserName }) => assignedUserName ?? (assignedUserId ? t`Erased user` : null),
  },
  { key: 'status', name: t`Status`, value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`) },
]

/** The name of a desk, which opens where it was and whose it was. */
export const DeskHistory = ({ placeId, name }: { placeId: string; name: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        aria-haspopup="dialog"
        title={t`History of the desk`}
        onClick={() => setOpen(true)}
      >
        {name}
      </Anchor>
      {isOpen ? (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t`History of ${name}`}
          size="xl"
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          <HistoryTable
            label={t`History of ${name}`}
            operation="listDeskHistory"
            of={placeId}
            read={(query, signal) => call('listDeskHistory', { params: { placeId }, query, signal })}
            columns={COLUMNS}
            empty={t`Nothing is known about it.`}
          />
        </Modal>
      ) : null}
    </>
  )
}
