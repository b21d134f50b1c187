import type { QuarantineKind } from '@rollcall/contract'
import { dayOf, oneOf, present, textOf } from '../../../shell/search.ts'

const KINDS = ['presence', 'occupancy', 'visitor', 'timeoff'] as const satisfies readonly QuarantineKind[]
export const REASON_CODES = ['1', '2', '3'] as const

/** Validates the filters of the list of refused events. */
export const validateQuarantineView = (search: Record<string, unknown>) =>
  present({
    kind: oneOf(search.kind, KINDS),
    code: oneOf(textOf(search.code), REASON_CODES),
    source: textOf(search.source),
    /** The range of days on which the events were refused, in the reader's time zone. */
    from: dayOf(search.from),
    to: dayOf(search.to),
  })
export type QuarantineView = ReturnType<typeof validateQuarantineView>
