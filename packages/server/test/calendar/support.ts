import type { CalendarEffect } from '@rollcall/contract'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { setUp } from '../places/support.ts'
import { addColleague, addOffice } from '../planning/support.ts'

/** A building, its workplace administrator, and a person whose primary location it is. */
export const openBuilding = async (service: TestService) => {
  const organization = await setUp(service)
  const office = await addOffice(service, organization.orgId)
  const ada: SignedIn = await addColleague(service, organization.orgId, office)
  const path = (what: string) => `/api/locations/${office.locationId}/${what}`
  const run = (statement: string, values: unknown[] = []) =>
    service.database.pool.query(statement, [organization.orgId, ...values]).then(({ rows }) => rows)
  const plan = (day: string, userId = ada.userId) =>
    run(
      `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
       values ($1, $2, $3, 'o', 'day-plan', 'directory', gen_random_uuid())`,
      [userId, day],
    )
  /** Stores an event as ingest does, without a source that sends it. */
  const see = async (time: string, userId = ada.userId) => {
    await service.database.pool.query('select ensure_event_partitions($1::date)', [time.slice(0, 10)])
    await run(
      `insert into presence_events (
         org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day
       )
       values ($1, 1, gen_random_uuid(), $2::timestamptz::date, $2::timestamptz, $3, 'location', $4, $4, $2::timestamptz::date)`,
      [time, userId, office.locationId],
    )
  }
  const change = (method: string, what: string, body?: object) => organization.ask<CalendarEffect>(method, path(what), body)
  return { ...organization, office, ada, path, run, plan, see, change }
}

export type Building = Awaited<ReturnType<typeof openBuilding>>
