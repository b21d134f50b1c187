import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Modal, Stack, Title } from '@mantine/core'
import { BOOKINGS_ADMINISTRATORS, type DeskPeriod } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { hasRole, useSession } from '../../../../api/session.ts'
import type { ListColumn } from '../../../../components/table/columns.ts'
import { HistoryTable } from '../../shared/history-table.tsx'
import { DeskBookings } from './desk-bookings.tsx'

const COLUMNS: readonly ListColumn<DeskPeriod>[] = [
  { key: 'zoneName', name: t`Zone`, value: ({ zoneName, levelName }) => `${zoneName}, ${levelName}` },
  {
    key: 'assignedUserId',
    name: t`Assigned to`,
    value: ({ assignedUserId, assignedUserName }) => assignedUserName ?? (assignedUserId ? t`Erased user` : null),
  },
  { key: 'status', name: t`Status`, value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`) },
]

/** The name of a desk, which opens who has booked it, where it was and whose it was. */
export const DeskHistory = ({ placeId, name }: { placeId: string; name: string }) => {
  const [isOpen, setOpen] = useState(false)
  const maySeeBookings = hasRole(useSession(), BOOKINGS_ADMINISTRATORS)
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        aria-haspopup="dialog"
        title={t`Bookings and history of the desk`}
        onClick={() => setOpen(true)}
      >
        {name}
      </Anchor>
      {isOpen ? (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t`Desk ${name}`}
          size="xl"
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          <Stack gap="sm">
            {maySeeBookings ? (
              <>
                <Title order={3} size="h4">
                  <Trans>Bookings from today on</Trans>
                </Title>
                <DeskBookings placeId={placeId} name={name} />
              </>
            ) : null}
            <Title order={3} size="h4">
              <Trans>History</Trans>
            </Title>
            <HistoryTable
              label={t`History of ${name}`}
              operation="listDeskHistory"
              of={placeId}
              read={(query, signal) => call('listDeskHistory', { params: { placeId }, query, signal })}
              columns={COLUMNS}
              empty={t`Nothing is known about it.`}
            />
          </Stack>
        </Modal>
      ) : null}
    </>
  )
}
