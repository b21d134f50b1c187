import { t } from '@lingui/core/macro'

/** Whether the days are an outage. */
export const OUTAGE_STATUS_NAMES: Readonly<Record<'accepted' | 'dismissed', string>> = {
  accepted: t`Outage`,
  dismissed: t`Dismissed: no outage`,
}
