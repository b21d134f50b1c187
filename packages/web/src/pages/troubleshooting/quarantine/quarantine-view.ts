import type { QuarantineKind } from '@rollcall/contract'
import { dayOf, oneOf, present, textOf } from '../../../shell/search.ts'

/** What kind of event was refused. */
export const KINDS: Readonly<Record<QuarantineKind, string>> = {
  presence: 'Presence',
  occupancy: 'Occupancy',
  visitor: 'Visitor',
  timeoff: 'Time off',
}

/** Why, by the code of the result, and what helps. */
export const REASONS = {
  '1': { name: 'Unknown person', help: 'Add the person, their card or their id at the source to the directory, then replay.' },
  '2': { name: 'Unknown place', help: 'Add the place with the id that the source sends, or correct the source, then replay.' },
  '3': { name: 'Other reason', help: 'Read the reason: usually the source has to be corrected and to send again.' },
} as const

export const reasonOf = (code: number): (typeof REASONS)[keyof typeof REASONS] =>
  REASONS[String(code) as keyof typeof REASONS] ?? REASONS['3']

const CODES = Object.keys(REASONS) as (keyof typeof REASONS)[]

/** What the list of refused events is filtered by. */
export const validateQuarantineView = (search: Record<string, unknown>) =>
  present({
    kind: oneOf(search.kind, Object.keys(KINDS) as (keyof typeof KINDS)[]),
    code: oneOf(textOf(search.code), CODES),
    source: textOf(search.source),
    /** Days on which they were refused, where the reader is. */
    from: dayOf(search.from),
    to: dayOf(search.to),
  })
export type QuarantineView = ReturnType<typeof validateQuarantineView>
