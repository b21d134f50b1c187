import { t } from '@lingui/core/macro'
import { PageHeader } from '../../../components/page-header.tsx'
import { addDays, todayIn, weekOf } from '../../../time/days.ts'
import { useHome } from '../../../workplace/me.tsx'
import { PolicyWeeks } from './policy-weeks.tsx'

/** Weeks before the current one that are shown. */
const WEEKS_BACK = 12

/** What the attendance policy of the user's group required of them, and which days counted. */
export const PolicyPage = () => {
  const sunday = weekOf(todayIn(useHome()?.timeZone))[6] as string
  return (
    <>
      <PageHeader
        title={t`My policy`}
        description={t`How many days your group's attendance policy asks for, and which of your days count. Only you and administrators for analytics see this; groups are shown as numbers without names.`}
      />
      <PolicyWeeks from={addDays(sunday, -7 * WEEKS_BACK)} to={addDays(sunday, 7)} />
    </>
  )
}
