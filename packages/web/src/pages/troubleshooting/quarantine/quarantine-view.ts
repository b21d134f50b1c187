import type { QuarantineKind } from '@rollcall/contract'
import { dayOf, oneOf, present, textOf } from '../../../shell/search.ts'

/** Names of the kinds of events. */
export const KINDS: Readonly<Record<QuarantineKind, string>> = {
  presence: 'Presence',
  occupancy: 'Occupancy',
  visitor: 'Visitor',
  timeoff: 'Time off',
}

/** The reason of a refusal and its solution, by result code. */
export const REASONS = {
  '1': { name: 'Unknown person', help: 'Add the person, their card or their id at the source to the directory, then replay.' },
  '2': { name: 'Unknown place', help: 'Add the place with the id that the source sends, or correct the source, then replay.' },
  '3': { name: 'Other reason', help: 'Read the reason: usually the source has to be corrected and to send again.' },
} as const

export const reasonOf = (code: number): (typeof REASONS)[keyof typeof REASONS] =>
  REASONS[String(code) as keyof typeof REASONS] ?? REASONS['3']

const CODES = Object.keys(REASONS) as (keyof typeof REASONS)[]

/** Validates the filters of the list of refused events. */
export const validateQuarantineView = (search: Record<string, unknown>) =>
  present({
    kind: oneOf(search.kind, Object.keys(KINDS) as (keyof typeof KINDS)[]),
    code: oneOf(textOf(search.code), CODES),
    source: textOf(search.source),
    /** The range of days on which the events were refused, in the reader's time zone. */
    from: dayOf(search.from),
    to: dayOf(search.to),
  })
export type QuarantineView = ReturnType<typeof validateQuarantineView>
