import { ROLES } from '@rollcall/contract'
import type { DemoAccount, DemoFile } from './demo-file.ts'

/** A person and a place of the company, for an example event. */
export interface Example {
  readonly locationId: string
  readonly userEmail: string
  /** A person and days of the history. */
  readonly firstDay: string
}

const WEEKEND = ['Saturday', 'Sunday']

/** The offices are in all time zones, so the UTC day is the best approximation. */
const weekendNote = () => {
  const weekday = new Date().toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  return WEEKEND.includes(weekday) ? `It is ${weekday}: hardly anyone comes to the office before Monday. ` : ''
}

const accountText = ({ role, userName, password }: DemoAccount) => `  ${role.padEnd(20)} ${userName}  ${password}`

/** Address, keys, accounts and three calls to paste. */
export const demoBanner = (
  { baseUrl, keys, accounts = [] }: DemoFile,
  path: string,
  { locationId, userEmail, firstDay }: Example,
): string => {
  const user = (role: (typeof ROLES)[number]) => `${keys[role].id}:${keys[role].secret}`
  const event = { timestamp: new Date().toISOString(), locationId, locationType: 'location', eventId: 'first-1', userEmail }
  const body = JSON.stringify({ sourceId: 'my-first-source', presenceEvents: [event] })
  const today = new Date().toISOString().slice(0, 10)
  return `
Rollcall demo is ready at ${baseUrl}   (guide: ${baseUrl}/guide, API reference: ${baseUrl}/docs)

Keys (id:secret), also in ${path}:
${ROLES.map((role) => `  ${role.padEnd(20)} ${user(role)}`).join('\n')}

Accounts (user name, password) to sign in with at ${baseUrl}/:
${accounts.map(accountText).join('\n')}

Try:

  curl -u ${user('data-warehouse')} ${baseUrl}/v1/analytics/locations/basic

  curl -u ${user('data-warehouse')} ${baseUrl}/v1/analytics/groups/basic

  curl -u ${user('submitting-events')} -H 'content-type: application/json' -d '${body}' ${baseUrl}/v1/presence/basic

Load its history into DuckDB, and look at one person's plans and bookings:

  npx rollcall load backfill --into warehouse.duckdb --from ${firstDay}

  npx rollcall investigate user ${userEmail} --from ${firstDay} --to ${today}

People come and go while this runs, in the office hours of each place; they change plans and desks, park, expect visitors and
announce time off. ${weekendNote()}Stop with Ctrl+C.
`
}
