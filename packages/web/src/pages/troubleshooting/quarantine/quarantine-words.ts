import { msg, t } from '@lingui/core/macro'
import type { QuarantineKind } from '@rollcall/contract'
import { laterWords } from '../../../language/later-words.ts'
import { REASON_CODES } from './quarantine-view.ts'

/** Names of the kinds of events. */
export const KINDS: Readonly<Record<QuarantineKind, string>> = laterWords({
  presence: msg`Presence`,
  occupancy: msg`Occupancy`,
  visitor: msg`Visitor`,
  timeoff: msg`Time off`,
})

const REASON_NAMES = laterWords({ '1': msg`Unknown person`, '2': msg`Unknown place`, '3': msg`Other reason` })
/** The same within a list of words. */
const REASON_SHORT = laterWords({ '1': msg`unknown person`, '2': msg`unknown place`, '3': msg`other reason` })
const REASON_HELPS = laterWords({
  '1': msg`Give the id that the source sent to a person, or add the person to the directory, then replay.`,
  '2': msg`Add the place with the id that the source sends, or correct the source, then replay.`,
  '3': msg`Read the reason: usually the source has to be corrected and to send again.`,
})

/** The reason of a refusal and its solution, by result code. */
export const reasonOf = (code: number | string): Readonly<Record<'name' | 'short' | 'help', string>> => {
  const known = REASON_CODES.find((each) => each === String(code)) ?? '3'
  return { name: REASON_NAMES[known], short: REASON_SHORT[known], help: REASON_HELPS[known] }
}

interface Refused {
  readonly kind: QuarantineKind
  readonly resultCode: number
  readonly reason: string
}

/** What was wrong with an event. */
export const nameOf = ({ kind, resultCode }: Refused): string =>
  kind === 'visitor' && resultCode === 1 ? t`Unknown host` : reasonOf(resultCode).name

const MISPLACED = /^(?:User|Host) not found: (\w+) is a userName or e-mail, which belongs in (\w+)$/

/** The field in which a user name or e-mail belongs that the source sent in the field of an id. */
export const misplacedField = ({ reason }: Pick<Refused, 'reason'>): string | undefined => MISPLACED.exec(reason)?.[2]

const REPEATED = /^(User|Host|Location) not found$/

/** What the service says further; undefined if it only says the name of the reason again. */
export const detailOf = ({ reason }: Refused): string | undefined => {
  const [, type] = /^Location is not of the type (\w+)$/.exec(reason) ?? []
  if (type !== undefined) return t`The place is not of the type ${type}`
  const [, sentIn] = MISPLACED.exec(reason) ?? []
  if (sentIn !== undefined) return t`The source sent a user name or an e-mail in ${sentIn}`
  return REPEATED.test(reason) ? undefined : reason
}

/** The reasons to choose from. */
export const reasonOptions = () => REASON_CODES.map((value) => ({ value: value as string, label: REASON_NAMES[value] }))
