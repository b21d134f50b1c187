import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@rollcall/contract'
import { sql } from 'kysely'
import { listDays } from '../../src/planning/plans/plan-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, dayAt, type Office } from '../bookings/support.ts'

/** A building with two desks and one person, Ada, whose time off is announced by HTTP. */
export const createHr = async (service: TestService) => {
  const { db } = service.database
  const org: TestOrganization = await service.createOrganization()
  const office: Office = { ...(await addBuilding(db, org.id, { desks: 2 })), users: [] }
  const addUser = async (userName: string, email: string | null = null): Promise<string> => {
    const id = randomUUID()
    await sql`
      insert into users (org_id, id, user_name, email, primary_location_id)
      values (${org.id}, ${id}, ${userName}, ${email}, ${office.locationId})`.execute(db)
    return id
  }
  const user = await addUser('ada@example.com')
  const event = (first: number, last: number, changes: object = {}) => ({
    ...{ eventId: 'a', uid: user, eventType: 'scheduled', startDate: dayAt(office, first), endDate: dayAt(office, last) },
    ...changes,
  })
  return {
    org,
    office,
    user,
    addUser,
    event,
    canceled: (first: number, last: number, changes: object = {}) => event(first, last, { eventType: 'cancelled', ...changes }),
    /** Results as `code message`. */
    async submit(timeOffEvents: object[]) {
      const response = await fetch(`${service.baseUrl}/v1/timeoff/basic`, {
        method: 'POST',
        headers: { ...basic(org.keys['submitting-events']), 'content-type': 'application/json' },
        body: JSON.stringify({ timeOffEvents }),
      })
      const body = (await response.json()) as SubmissionResult
      return { status: response.status, said: (body.results ?? []).map((one) => `${one.resultCode} ${one.message}`) }
    },
    /** Plan and origin of each day, or `forecast`. */
    async plans(first: number, last: number, userId = user) {
      const days = await listDays(db, org.id, userId, dayAt(office, first), dayAt(office, last))
      return days.map(({ plan, origin, isForecast }) => (isForecast ? 'forecast' : plan ? `${plan} ${origin}` : null))
    },
  }
}

export type Hr = Awaited<ReturnType<typeof createHr>>
