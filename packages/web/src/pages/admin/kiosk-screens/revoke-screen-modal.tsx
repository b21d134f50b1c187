import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ConfirmModal } from '../shared/modals.tsx'

interface Props {
  readonly screen: { readonly screenId: string; readonly name: string }
  readonly onClose: () => void
}

/** Ends the link of a screen. */
export const RevokeScreenModal = ({ screen: { screenId, name }, onClose }: Props) => {
  const confirm = async () => {
    await call('revokeKioskScreen', { params: { screenId } })
    await invalidate('listKioskScreens')
    notifyDone(t`The link of ${name} is revoked.`)
  }
  return (
    <ConfirmModal title={t`Revoke ${name}?`} confirmLabel={t`Revoke the link`} isDangerous confirm={confirm} onClose={onClose}>
      <Trans>
        The screen shows within seconds that its link was revoked. You cannot undo this, but you can create another link.
      </Trans>
    </ConfirmModal>
  )
}
