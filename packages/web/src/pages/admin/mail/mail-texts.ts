import { plural, t } from '@lingui/core/macro'
import { momentText } from '../../../time/zoned-time.ts'

interface MailCounts {
  readonly sender: string
  readonly waiting: number
  readonly failed: number
  readonly since: string | null
}

/** What waits and what failed, as a sentence. */
export const stateText = ({ sender, waiting, failed, since }: MailCounts): string =>
  since
    ? t`Sent as ${sender}. ${plural(waiting, { one: '# mail', other: '# mails' })} waiting since ${since}, ${plural(failed, { one: '# mail', other: '# mails' })} failed.`
    : t`Sent as ${sender}. ${plural(waiting, { one: '# mail', other: '# mails' })} waiting, ${plural(failed, { one: '# mail', other: '# mails' })} failed.`

export const nextText = (dueAt: string): string => {
  const time = momentText(dueAt)
  return t`Next: ${time}`
}
