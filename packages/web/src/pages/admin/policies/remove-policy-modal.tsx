import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AttendancePolicy } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { fullDay } from '../../../time/days.ts'
import { ruleWords } from '../../../workplace/policy-words.ts'
import { ConfirmModal } from '../shared/modals.tsx'

/** Removes a policy as if it had never been. */
export const RemovePolicyModal = ({ policy, onClose }: { policy: AttendancePolicy; onClose: () => void }) => {
  const { groupId, groupName, validFrom } = policy
  const [rule, date] = [ruleWords(policy), fullDay(validFrom)]
  return (
    <ConfirmModal
      title={t`Remove the policy of ${groupName}?`}
      confirmLabel={t`Remove`}
      isDangerous
      confirm={async () => {
        await call('removePolicy', { params: { groupId, day: validFrom } })
        await invalidate('listPolicies', 'getPolicyFigures', 'listUserPolicyWeeks')
        notifyDone(t`The policy of ${groupName} from ${date} is removed.`)
      }}
      onClose={onClose}
    >
      <Trans>
        {rule} from {date}: it is removed as if it had never been, and published weeks are judged again. To end a policy, set
        another one from a day on.
      </Trans>
    </ConfirmModal>
  )
}
