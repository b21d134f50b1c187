import { t } from '@lingui/core/macro'
import type { Refused } from './quarantine-query.ts'
import { misplacedField, reasonOf } from './quarantine-words.ts'
import { sentOf } from './sent-names.ts'

/** What can be done about a refused event: only what is possible for it. */
export const helpOf = (event: Refused): string => {
  const sent = sentOf(event)
  if (!sent) return reasonOf(event.resultCode).help
  const field = misplacedField(event)
  if (field !== undefined)
    return t`Correct the source: a user name or an e-mail belongs in ${field}. Then let it send the event again.`
  if (event.kind === 'visitor' && sent.email !== undefined)
    return t`Add the host to the directory with the e-mail that was sent, or correct the source, then replay.`
  if (sent.sourceUserId !== undefined) return reasonOf(event.resultCode).help
  if (sent.email !== undefined) return t`Add the person with this user name or e-mail, which is compared exactly, then replay.`
  return sent.userId === undefined
    ? t`The event names no person. Correct the source, then let it send the event again.`
    : t`No user has this id. Correct the source, then let it send the event again.`
}
