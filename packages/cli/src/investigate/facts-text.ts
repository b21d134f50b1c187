import type { DayExplanation } from '@rollcall/contract'
import { table } from '../output.ts'
import type { DayFacts } from './day-facts.ts'
import { localTime } from './time-zones.ts'

const DECIDED_BY = { booking: 'by the booking', plan: 'by the plan', primaryLocation: 'the primary location' }
const ALL_PERMISSIONS = 'told to keys with all permissions'

/** What was planned where and why, for people. */
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

const BECAUSE = { administrator: 'as an administrator set it', earliestEvent: 'from the earliest event on' }

const windowOf = (location: DayExplanation['plannedLocation']): string | null => {
  if (!location) return null
  const { reportsFrom, reportsUntil, reportsBecause } = location
  if (!reportsFrom || !reportsBecause) return 'never so far'
  return `from ${reportsFrom}${reportsUntil ? ` until ${reportsUntil}` : ''}, ${BECAUSE[reportsBecause]}`
}

/** What was done to the plan and booking of the day. */
export const logText = ({ log }: DayFacts, zone: string): string => {
  const rows = log.map(({ timestamp, description, changedBy, reason }) => [
    localTime(timestamp, zone),
    description,
    changedBy,
    reason,
  ])
  return table(['done at', 'what', 'by', 'why'], rows, 'Nothing was done to plan and booking of the day.')
}
