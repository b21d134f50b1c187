import { t } from '@lingui/core/macro'
import type { DayExplanation } from '@rollcall/contract'

type Rule = DayExplanation['rule']

/** The facts that a sentence names; the rule says which there are. */
const NAMED = [
  'reportsFrom',
  'closedLocationName',
  'closedName',
  'seenLocationName',
  'firstSeenAt',
  'sourceId',
  'checkedInAt',
] as const
type Named = Readonly<Record<(typeof NAMED)[number], string>>
type Facts = Named & Pick<Rule['facts'], 'plan' | 'plannedLocationName' | 'hasOutage' | 'closedType'>

const planned = ({ plannedLocationName }: Facts): string =>
  plannedLocationName ? t`Planned for ${plannedLocationName}` : t`Planned for the office, but for no building`

const closed = ({ closedLocationName, closedType, closedName }: Facts): string | undefined =>
  closedType === null
    ? undefined
    : closedType === 'holiday'
      ? t`Planned for ${closedLocationName}, where that day is a holiday (${closedName})`
      : t`Planned for ${closedLocationName}, which was closed that day (${closedName})`

/** The plan of a day that is no office day. */
const otherwise = (facts: Facts): string => {
  if (facts.plan === 'o') return t`Planned for the office`
  if (facts.plan === 'r') return t`Planned remote`
  if (facts.plan === 'a') return t`Planned away`
  return closed(facts) ?? t`Nothing planned`
}

/** Each rule as a sentence of the reader's language, like that of the service; what was planned is a sentence of its own in front. */
const SENTENCES: Readonly<Record<Rule['code'], (facts: Facts) => string>> = {
  seenAsPlanned: (facts) => {
    const [plan, { firstSeenAt, sourceId }] = [planned(facts), facts]
    return t`${plan}, seen there first at ${firstSeenAt} (${sourceId}): confirmed.`
  },
  checkedIn: (facts) => {
    const [plan, { checkedInAt }] = [closed(facts) ?? planned(facts), facts]
    return facts.closedType === null
      ? t`${plan}, checked in at ${checkedInAt}, and not seen there: confirmed.`
      : t`${plan}, checked in at ${checkedInAt}, and not seen there: walk-in.`
  },
  plannedNotSeen: (facts) => {
    const [plan, { reportsFrom }] = [planned(facts), facts]
    return t`${plan}, which has reported presence since ${reportsFrom}, but seen nowhere: no-show.`
  },
  plannedNotReported: (facts) => {
    const plan = planned(facts)
    if (facts.hasOutage) return t`${plan}, whose presence reporting had an outage on that day, and seen nowhere: unconfirmed.`
    return facts.plannedLocationName === null
      ? t`${plan}, and seen nowhere: unconfirmed.`
      : t`${plan}, which does not report presence on that day, and seen nowhere: unconfirmed.`
  },
  seenElsewhere: (facts) => {
    const [plan, { seenLocationName: seen, firstSeenAt, sourceId }] = [planned(facts), facts]
    return facts.plannedLocationName === null
      ? t`${plan}, and seen in ${seen}, first at ${firstSeenAt} (${sourceId}): walk-in.`
      : t`${plan}, but seen only in ${seen}, first at ${firstSeenAt} (${sourceId}): walk-in.`
  },
  seenWithoutOfficePlan: (facts) => {
    const [plan, { seenLocationName: seen, firstSeenAt, sourceId }] = [otherwise(facts), facts]
    return t`${plan}, but seen in ${seen}, first at ${firstSeenAt} (${sourceId}): walk-in.`
  },
  noOfficePlan: (facts) => {
    const plan = otherwise(facts)
    return t`${plan} and seen nowhere: no attendance.`
  },
  buildingClosed: (facts) => {
    const plan = closed(facts) ?? planned(facts)
    return t`${plan}, and seen nowhere: no office day, so no attendance.`
  },
  dayNotOver: (facts) => {
    const plan = planned(facts)
    return t`${plan} and not seen so far; the day is not over there: nothing is decided yet.`
  },
  nothingKnown: (facts) => {
    if (facts.plan === null) return t`Neither plan nor presence: no attendance.`
    const plan = otherwise(facts)
    return t`${plan} by the week plan alone, and not seen: no attendance.`
  },
}

/** The rule of a day in words; as the service wrote it, if the rule is newer than the app. */
export const ruleWords = ({ code, text, facts }: Rule): string => {
  const named = Object.fromEntries(NAMED.map((name) => [name, facts[name] ?? '–'])) as unknown as Named
  return SENTENCES[code]?.({ ...facts, ...named }) ?? text
}
