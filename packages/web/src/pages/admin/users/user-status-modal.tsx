import type { User } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/mutation-notice.ts'
import { personName } from '../../../components/person-name.ts'
import { ConfirmModal } from '../shared/confirm-modal.tsx'

/** Asks before somebody leaves or comes back, and says what becomes of bookings. */
export const UserStatusModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  // As it was when it was asked: the question does not change while it is answered.
  const [{ userId, status }] = useState(user)
  const name = personName(user)
  const isActive = status === 'active'
  const confirm = async () => {
    await call('updateUser', { params: { userId }, body: { status: isActive ? 'inactive' : 'active' } })
    await invalidate('listUsers', 'getUser', 'getAccount', 'listAccounts', 'listGroupMembers')
    notifyDone(isActive ? `${name} is inactive.` : `${name} is active again.`)
  }
  return (
    <ConfirmModal
      title={isActive ? `Set ${name} inactive?` : `Set ${name} active again?`}
      confirmLabel={isActive ? 'Set inactive' : 'Set active'}
      isDangerous={isActive}
      confirm={confirm}
      onClose={onClose}
    >
      {isActive
        ? 'Plans and bookings after today are removed and the desks are free for others. They are signed out and cannot sign in. What is past, group memberships and the account stay.'
        : 'They can plan, book and, where they have an account, sign in again. Plans and bookings that were removed when they became inactive do not come back.'}
    </ConfirmModal>
  )
}
