import { t } from '@lingui/core/macro'
import type { User } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { ConfirmModal } from '../shared/modals.tsx'

/** Asks before a user becomes inactive or active again, and says what happens to their bookings. */
export const UserStatusModal = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { userId, status } = useAtOpening(user)
  const name = personName(user)
  const isActive = status === 'active'
  const confirm = async () => {
    await call('updateUser', { params: { userId }, body: { status: isActive ? 'inactive' : 'active' } })
    await invalidate('listUsers', 'getUser', 'listAccounts', 'listGroupMembers', 'listMemberHistory')
    notifyDone(isActive ? t`${name} is inactive.` : t`${name} is active again.`)
  }
  return (
    <ConfirmModal
      title={isActive ? t`Set ${name} inactive?` : t`Set ${name} active again?`}
      confirmLabel={isActive ? t`Set inactive` : t`Set active`}
      isDangerous={isActive}
      confirm={confirm}
      onClose={onClose}
    >
      {isActive
        ? t`Plans and bookings after today are removed and the desks are free for others. The person is signed out and cannot sign in until they are active again. Past data and group memberships stay.`
        : t`They can plan, book and, if they have an account, sign in again. Plans and bookings that were removed when they became inactive do not come back.`}
    </ConfirmModal>
  )
}
