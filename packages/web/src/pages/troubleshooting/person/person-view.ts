import { msg } from '@lingui/core/macro'
import { laterWords } from '../../../language/later-words.ts'
import { dayOf, idOf, oneOf, present, textOf } from '../../../shell/search.ts'

export const TABS = ['days', 'activity', 'presence', 'explain'] as const
export type Tab = (typeof TABS)[number]

export const TAB_NAMES: Readonly<Record<Tab, string>> = laterWords({
  days: msg`Days`,
  activity: msg`Activity`,
  presence: msg`Presence`,
  explain: msg`Explain a day`,
})

/** Validates the search parameters of a person's page. */
export const validatePersonView = (search: Record<string, unknown>) =>
  present({
    tab: oneOf(search.tab, TABS),
    /** The range of days, for tabs that have one. */
    from: dayOf(search.from),
    to: dayOf(search.to),
    /** The day that is explained. */
    day: dayOf(search.day),
    /** The filters of presence events. */
    location: idOf(search.location),
    source: textOf(search.source),
  })
export type PersonView = ReturnType<typeof validatePersonView>
