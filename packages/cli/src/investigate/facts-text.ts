import type { DayExplanation } from '@rollcall/contract'
import { table } from '../output.ts'
import type { DayFacts } from './day-facts.ts'
import { localTime } from './time-zones.ts'

const DECIDED_BY = { booking: 'by the booking', plan: 'by the plan', primaryLocation: 'the primary location' }
const ALL_PERMISSIONS = 'needs a key with all permissions'

/** The plan of the day and its origin, as text. */
export const factsText = ({ planned, planOrigin, explanation }: DayFacts, zone: string): string => {
  const restated = explanation?.restatedAt ? `${localTime(explanation.restatedAt, zone)}: ${explanation.restatedBy}` : null
  const facts = [
    ['planned in', planned && `${planned.locationName} (${DECIDED_BY[planned.decidedBy]})`],
    ['plan comes from', planOrigin],
    ['presence reported', explanation ? windowOf(explanation.plannedLocation) : ALL_PERMISSIONS],
    ['last restated', explanation ? restated : ALL_PERMISSIONS],
  ]
  return table(['how it was planned', ''], facts, '')
}

const BECAUSE = { administrator: 'set by an administrator', earliestEvent: 'since the earliest event' }

const windowOf = (location: DayExplanation['plannedLocation']): string | null => {
  if (!location) return null
  const { reportsFrom, reportsUntil, reportsBecause } = location
  if (!reportsFrom || !reportsBecause) return 'never yet'
  return `from ${reportsFrom}${reportsUntil ? ` until ${reportsUntil}` : ''}, ${BECAUSE[reportsBecause]}`
}

/** The changes of the plan and booking of the day, as text. */
export const logText = ({ log }: DayFacts, zone: string): string => {
  const rows = log.map(({ timestamp, description, changedBy, reason }) => [
    localTime(timestamp, zone),
    description,
    changedBy,
    reason,
  ])
  return table(['done at', 'what', 'by', 'why'], rows, 'The plan and booking of the day were not changed.')
}
