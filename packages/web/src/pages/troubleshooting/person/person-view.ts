import { dayOf, idOf, oneOf, present, textOf } from '../../../shell/search.ts'

export const TABS = ['days', 'activity', 'presence', 'explain'] as const
export type Tab = (typeof TABS)[number]

export const TAB_NAMES: Readonly<Record<Tab, string>> = {
  days: 'Days',
  activity: 'Activity',
  presence: 'Presence',
  explain: 'Explain a day',
}

/** The parts of a person's page that its address holds. */
export const validatePersonView = (search: Record<string, unknown>) =>
  present({
    tab: oneOf(search.tab, TABS),
    /** Range of days, of the tabs that have one. */
    from: dayOf(search.from),
    to: dayOf(search.to),
    /** The day that is explained. */
    day: dayOf(search.day),
    /** What presence is filtered by. */
    location: idOf(search.location),
    source: textOf(search.source),
  })
export type PersonView = ReturnType<typeof validatePersonView>
