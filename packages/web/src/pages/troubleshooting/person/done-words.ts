import { t } from '@lingui/core/macro'
import type { DayExplanation, UserAction } from '@rollcall/contract'

type State = UserAction['before']
type Names = UserAction['names']['before']

const planOf = (state: State, { locationName }: Names): string => {
  if (state?.plan === 'o') return locationName ? t`office in ${locationName}` : t({ message: 'office', context: 'planned' })
  if (state?.plan === 'r') return t({ message: 'remote', context: 'planned' })
  if (state?.plan === 'a') return t({ message: 'away', context: 'planned' })
  return t({ message: 'nothing', context: 'planned' })
}

const nodeOf = (state: State, names: Names): string => {
  const unknown = t`an unknown place`
  const [location, zone, desk] = [names.locationName ?? unknown, names.zoneName ?? unknown, names.placeName ?? unknown]
  if (Number(state?.depth) === 3) return t`desk ${desk} in ${zone}, ${location}`
  return Number(state?.depth) === 2 ? t`a place in ${zone}, ${location}` : t`a day in ${location}`
}

type Changes = Pick<UserAction, 'before' | 'after' | 'names' | 'changedBy'>

const SENTENCES: Readonly<Record<UserAction['action'], (of: Changes) => string>> = {
  planSet: ({ after, names }) => {
    const plan = planOf(after, names.after)
    return t`Planned ${plan}`
  },
  planChanged: ({ before, after, names }) => {
    const [from, to] = [planOf(before, names.before), planOf(after, names.after)]
    return t`Changed the plan from ${from} to ${to}`
  },
  planRemoved: ({ before, names }) => {
    const plan = planOf(before, names.before)
    return t`Removed the plan ${plan}`
  },
  booked: ({ after, names }) => {
    const node = nodeOf(after, names.after)
    return t`Booked ${node}`
  },
  moved: ({ before, after, names }) => {
    const [from, to] = [nodeOf(before, names.before), nodeOf(after, names.after)]
    return t`Moved the booking from ${from} to ${to}`
  },
  cancelled: ({ before, names, changedBy }) => {
    const node = nodeOf(before, names.before)
    return changedBy === 'auto-release' ? t`Released ${node}` : t`Canceled the booking of ${node}`
  },
  checkedIn: ({ after, names }) => {
    const node = nodeOf(after, names.after)
    return t`Checked in at ${node}`
  },
  weekPlanChanged: () => t`Changed the week plan`,
  erased: () => t`Erased the person`,
}

/** What was done, in words; as the service wrote it, if the action is newer than the app. */
export const doneWords = (action: UserAction): string => SENTENCES[action.action]?.(action) ?? action.description

type Restatement = NonNullable<DayExplanation['restatement']>

/** The facts of a restatement; empty where there is none. */
type Facts = Readonly<Record<'sourceId' | 'locationName' | 'before' | 'after', string>>

const RESTATED: Readonly<Record<Exclude<Restatement['code'], 'action'>, (of: Facts) => string>> = {
  lateEvent: ({ sourceId, locationName }) => t`Late event of ${sourceId}, seen at ${locationName}`,
  firstPresence: ({ locationName, before, after }) =>
    before === ''
      ? t`The first event in ${locationName}, of ${after}, made it report presence`
      : t`A late event moved the first day of presence in ${locationName} from ${before} to ${after}`,
  presenceWindow: ({ locationName, before, after }) =>
    t`Presence reporting of ${locationName} was set to be ${after}, instead of ${before}`,
  calendar: ({ locationName, before, after }) =>
    before === ''
      ? t`The calendar of ${locationName} was changed: ${after}`
      : t`The calendar of ${locationName} was changed: ${after}, instead of ${before}`,
  dayStart: ({ locationName, before, after }) =>
    t`The beginning of the day in ${locationName} was set to ${after}, instead of ${before}`,
  timeZone: ({ locationName, before, after }) => t`The time zone of ${locationName} was corrected from ${before} to ${after}`,
}

/** What changed a day after it had ended; as the service wrote it, if the cause is newer than the app. */
export const restatedWords = ({ restatement, restatedBy, actions }: DayExplanation): string | null => {
  if (!restatement) return restatedBy
  const { code, sourceId, locationName, before, after } = restatement
  const facts = { sourceId: sourceId ?? '', locationName: locationName ?? '', before: before ?? '', after: after ?? '' }
  if (code !== 'action') return RESTATED[code]?.(facts) ?? restatedBy
  const found = actions.find(({ actionId, action }) => actionId === restatement.actionId && action === restatement.action)
  return found ? doneWords(found) : restatedBy
}
