import { t } from '@lingui/core/macro'
import type { SetPolicy } from '@rollcall/contract'

/** What a policy can require. */
export const POLICY_KIND_NAMES: Readonly<Record<SetPolicy['kind'], string>> = {
  daysPerWeek: t`Days per week`,
  weekdays: t`Named weekdays`,
  daysPerMonth: t`Days per month`,
  none: t`None, whatever groups above require`,
}
