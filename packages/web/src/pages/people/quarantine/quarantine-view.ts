import { dayOf, oneOf, present, textOf } from '../shared/search-values.ts'
import { KINDS, REASONS } from './words.ts'

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
