import type { Group } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/mutation-notice.ts'
import { ConfirmModal } from '../shared/confirm-modal.tsx'

/** Asks before a group goes out of use, or comes back. */
export const GroupStatusModal = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  // As it was when it was asked: the question does not change while it is answered.
  const [{ groupId, groupName, status, origin }] = useState(group)
  const isActive = status === 'active'
  const confirm = async () => {
    await call('updateGroup', { params: { groupId }, body: { status: isActive ? 'inactive' : 'active' } })
    await invalidate('listGroups', 'getGroup', 'listUserGroups')
    notifyDone(isActive ? `${groupName} is inactive.` : `${groupName} is active again.`)
  }
  return (
    <ConfirmModal
      title={isActive ? `Set ${groupName} inactive?` : `Set ${groupName} active again?`}
      confirmLabel={isActive ? 'Set inactive' : 'Set active'}
      isDangerous={isActive}
      confirm={confirm}
      onClose={onClose}
    >
      {isActive
        ? 'It is no longer offered where groups are chosen. Its members, zones and the groups below it stay as they are.'
        : 'It is offered again where groups are chosen, with the members and zones that it has.'}
      {isActive && origin === 'attribute'
        ? ' It comes from user attributes: it can be set inactive while it has no members, and is active again as soon as an attribute names it.'
        : null}
    </ConfirmModal>
  )
}
