import { randomUUID } from 'node:crypto'
import {
  type Kiosk,
  type KioskScreen,
  type KioskScreenWithSecret,
  type LiveFloor,
  MAX_KIOSK_SCREENS,
  MAX_LIVE_PEOPLE,
} from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf, until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { ALL_VARIANTS, createCaller, sendGood } from '../http/support/good-calls.ts'
import { type Answer, JSON_TYPE, post, send } from '../http/support/send.ts'
import { openStream } from '../http/support/send-stream.ts'
import { createFloor, type Floor, minutesAgo, submitOccupancy, submitPresence } from './support.ts'

let service: TestService
let floor: Floor
let administrator: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  floor = await createFloor(service)
  administrator = await floor.signIn(['workplace-administrator'])
})

const run = (text: string, ...values: unknown[]) => service.database.pool.query(text, values)
const create = (body: object = {}, { headers } = administrator): Promise<Answer> =>
  post(service.baseUrl, '/api/kiosk-screens', { name: 'Lobby', locationId: floor.ids.berlin, ...body }, headers)
const created = async (body: object = {}): Promise<KioskScreenWithSecret & { secret: string }> => {
  const answer = await create(body)
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json()
}
const list = async () =>
  (await send(service.baseUrl, { path: '/api/kiosk-screens', headers: administrator.headers })).json<{ items: KioskScreen[] }>()
    .items
const revoke = (screenId: string, { headers } = administrator) =>
  send(service.baseUrl, { method: 'DELETE', path: `/api/kiosk-screens/${screenId}`, headers })
const change = (screenId: string, body: object, { headers } = administrator) =>
  send(service.baseUrl, {
    method: 'PATCH',
    path: `/api/kiosk-screens/${screenId}`,
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify(body),
  })
const ask = (secret: string, path = '/api/kiosk') => send(service.baseUrl, { path, headers: bearer(secret) })
const look = async (secret: string): Promise<Kiosk> => {
  const answer = await ask(secret)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json()
}

/** Times are of today by the clock of the building, whatever time it is: it is noon there. */
const beAtNoon = async () => {
  const shift = 12 - new Date().getUTCHours()
  const zone = shift === 0 ? 'UTC' : `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}`
  await run('update locations set time_zone = $2 where org_id = $1', floor.organization.id, zone)
}

const bookDesk = async (userId: string, day: string, placeId: string | null = floor.ids.desk, zoneId = floor.ids.deskZone) => {
  const org = floor.organization.id
  await run(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'o', 'day-plan', 'administrator', gen_random_uuid())`,
    ...[org, userId, day],
  )
  await run(
    `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'administrator', gen_random_uuid())`,
    ...[org, userId, day, floor.ids.berlin, zoneId, placeId],
  )
}

describe('an administrator', () => {
  it('creates a link, whose secret is shown once and stored as a hash, and revokes it', async () => {
    const screenId = randomUUID()
    const { ids } = floor
    const screen = await created({ screenId, levelId: ids.level, expiresAt: '2100-01-01T00:00:00Z' })
    expect(screen).toMatchObject({ screenId, levelId: ids.level, showsNames: false, secondsPerLevel: 20, lastSeenAt: null })
    expect(screen.secret).toMatch(/^rck_[\w-]{43}$/)
    const { secret, ...listed } = screen
    expect(await list()).toEqual([listed])
    expect((await create({ screenId, name: 'Another name' })).json()).toEqual({ ...listed, secret: null })
    const { rows } = await run('select t::text as row from kiosk_screens t where id = $1', screenId)
    expect(rows[0].row).not.toContain(secret.slice(4))
    await look(secret)
    expect(Date.parse((await list())[0]?.lastSeenAt as string)).toBeGreaterThan(Date.now() - 60_000)
    expect((await revoke(screenId)).status).toBe(200)
    expectProblem(await ask(secret), 'screen_link_invalid')
    expectProblem(await revoke(screenId), 'entity_not_found')
    expect(await list()).toEqual([])
    const acts = await run(
      `select action from audit_log where org_id = $1 and entity_id = $2 order by entry_no`,
      floor.organization.id,
      screenId,
    )
    expect(acts.rows.map(({ action }) => action)).toEqual(['kiosk-screen.create', 'kiosk-screen.revoke'])
  })

  it('gets a refusal for places of others, inactive places, an expiry in the past, and times out of range', async () => {
    const { ids } = floor
    const other = await createFloor(service)
    expectProblem(await create({ levelId: other.ids.level }), 'entity_not_found')
    expectProblem(await create({ locationId: other.ids.berlin }), 'entity_not_found')
    expectProblem(await create({ locationId: ids.closed }), 'place_inactive')
    expectProblem(await create({ expiresAt: '2020-01-01T00:00:00Z' }), 'invalid_body')
    for (const [secondsPerLevel, status] of [
      [4, 400],
      [5, 201],
      [3_600, 201],
      [3_601, 400],
    ] as const) {
      expect((await create({ secondsPerLevel })).status).toBe(status)
    }
    const screen = await created()
    const stranger = await other.signIn(['workplace-administrator'])
    expectProblem(await revoke(screen.screenId, stranger), 'entity_not_found')
    await look(screen.secret)
  })

  it('changes what a screen shows, whose link stays the same, and nothing of others', async () => {
    const { ids } = floor
    const { secret, ...before } = await created({ levelId: ids.level, expiresAt: '2100-01-01T00:00:00Z' })
    const { screenId } = before
    const [named, colored] = await Promise.all([
      change(screenId, { name: 'Lifts', showsNames: true, language: 'fr' }),
      change(screenId, { colors: 'dark', expiresAt: null }),
    ])
    expect([named.status, colored.status]).toEqual([200, 200])
    const after = { ...before, ...{ name: 'Lifts', showsNames: true, language: 'fr', colors: 'dark', expiresAt: null } }
    const { lastSeenAt: _, ...unseen } = after
    expect(await list()).toEqual([after])
    expect(await look(secret)).toMatchObject({ screenName: 'Lifts', showsNames: true, language: 'fr', colors: 'dark' })
    expect((await change(screenId, { levelId: null, language: null })).json()).toMatchObject({
      ...{ ...unseen, levelId: null, levelName: null, language: null },
    })
    const other = await createFloor(service)
    expectProblem(await change(screenId, { levelId: other.ids.level }), 'entity_not_found')
    expectProblem(await change(screenId, { locationId: ids.closed }), 'place_inactive')
    expectProblem(await change(screenId, { expiresAt: '2020-01-01T00:00:00Z' }), 'invalid_body')
    expectProblem(await change(screenId, { language: 'it' }), 'invalid_body')
    expectProblem(await change(screenId, {}), 'invalid_body')
    expectProblem(await change(randomUUID(), { name: 'Lobby' }), 'entity_not_found')
    const stranger = await other.signIn(['workplace-administrator'])
    expectProblem(await change(screenId, { name: 'Taken' }, stranger), 'entity_not_found')
    expect((await list())[0]?.name).toBe('Lifts')
    // A place that became inactive does not stand in the way of a new name.
    await run(`update levels set status = 'inactive' where org_id = $1 and id = $2`, floor.organization.id, ids.level)
    await run('update kiosk_screens set level_id = $2 where id = $1', screenId, ids.level)
    expect((await change(screenId, { name: 'Stairs' })).json()).toMatchObject({ name: 'Stairs', levelId: ids.level })
    const { rows } = await run(
      `select before, after from audit_log where org_id = $1 and action = 'kiosk-screen.update' order by entry_no desc limit 1`,
      floor.organization.id,
    )
    expect(rows[0]).toEqual({ before: { name: 'Lifts' }, after: { name: 'Stairs' } })
  })

  it(`keeps at most ${MAX_KIOSK_SCREENS} screens, also when calls come at once`, async () => {
    await run(
      `insert into kiosk_screens (org_id, id, name, location_id, seconds_per_level, shows_names, secret_hash)
       select $1, gen_random_uuid(), 'Screen ' || n, $2, 20, false, sha256(random()::text::bytea)
       from generate_series(1, $3) n`,
      ...[floor.organization.id, floor.ids.berlin, MAX_KIOSK_SCREENS - 1],
    )
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await list()).toHaveLength(MAX_KIOSK_SCREENS)
  })
})

describe('a screen', () => {
  it('shows desks, spaces, counts and what is on today, without anything about people', async () => {
    const { ids, organization } = floor
    await beAtNoon()
    const { secret } = await created({ levelId: ids.level })
    const { day } = await look(secret)
    await bookDesk(ids.ada, day)
    await bookDesk(ids.grace, day, null, ids.openZone)
    await submitPresence(floor, [
      { userId: ids.grace, locationId: ids.berlin, locationType: 'location', timestamp: minutesAgo(4) },
    ])
    await submitOccupancy(floor, [{ occupancy: 3, timestamp: minutesAgo(3) }])
    await run(
      `insert into workplace_events (org_id, id, name, is_private, starts_at, ends_at, location_id)
       select $1, gen_random_uuid(), n, n = 'Secret', now() - interval '1 minute', now() + interval '1 hour', $2
       from unnest('{Town hall,Secret}'::text[]) n`,
      ...[organization.id, ids.berlin],
    )
    await run(
      `insert into closures (org_id, id, location_id, first_day, last_day, reason) values ($1, gen_random_uuid(), $2, $3, $3, 'Moving')`,
      ...[organization.id, ids.berlin, day],
    )
    const shown = await look(secret)
    expect(shown).toMatchObject({ presentCount: 1, closedReason: 'Moving', showsNames: false })
    expect(shown.events.map(({ eventName }) => eventName)).toEqual(['Town hall'])
    const [level] = shown.levels
    expect(level?.desks.find(({ placeId }) => placeId === ids.desk)).toMatchObject({ isTaken: true, personName: null })
    expect(level?.spaces[0]).toMatchObject({ isOccupied: true, occupancy: 3 })
    const desksTaken = level?.desks.filter(({ isTaken }) => isTaken).length ?? 0
    expect(level?.taken, 'desks and bookings of neighborhoods').toBe(desksTaken + 1)
    expect(level?.zones.find(({ zoneId }) => zoneId === ids.openZone)).toMatchObject({
      ...{ zoneType: 'neighborhood', seats: 12, taken: 1 },
    })
    expect(level?.zones.find(({ zoneId }) => zoneId === ids.deskZone)).toMatchObject({
      zoneType: 'individual',
      taken: desksTaken,
    })
    const { rows } = await run('select id, user_name, first_name, last_name from users where org_id = $1', organization.id)
    const text = JSON.stringify(shown)
    for (const personal of rows.flatMap(Object.values).filter(Boolean)) expect(text).not.toContain(personal)
  })

  it('names people only if its link allows it, and never those who hide themselves', async () => {
    const { ids } = floor
    await beAtNoon()
    const { secret } = await created({ showsNames: true })
    const { day } = await look(secret)
    await bookDesk(ids.ada, day)
    const nameAtDesk = async () =>
      (await look(secret)).levels.flatMap(({ desks }) => desks).find(({ placeId }) => placeId === ids.desk)?.personName
    expect(await nameAtDesk()).toContain('Byron')
    await submitPresence(floor, [{ userId: ids.grace }])
    expect(await nameAtDesk(), 'a user name is no name to show').toBeNull()
    await run(`update users set first_name = 'Grace' where org_id = $1 and id = $2`, floor.organization.id, ids.grace)
    expect(await nameAtDesk()).toContain('Grace')
    // Ada sat there before, and has not been seen elsewhere since.
    await submitPresence(floor, [{ userId: ids.ada, timestamp: minutesAgo(3) }])
    expect(await nameAtDesk()).toContain('Grace')
    await run(`update users set visibility = 'nobody' where org_id = $1`, floor.organization.id)
    const answer = await ask(secret)
    expect(answer.text).not.toMatch(/Byron|Grace|example\.com/)
    for (const userId of [ids.ada, ids.grace]) expect(answer.text).not.toContain(userId)
    expect(await nameAtDesk()).toBeNull()
  })

  it('counts the desk of a person who came before more people than the live floor lists', async () => {
    const { ids, organization } = floor
    await beAtNoon()
    const { secret } = await created()
    const { day } = await look(secret)
    await submitPresence(floor, [{ timestamp: minutesAgo(30) }])
    await run(
      `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'guest-' || n from generate_series(1, $2) n`,
      ...[organization.id, MAX_LIVE_PEOPLE],
    )
    await run(
      `insert into presence_events (
         org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day
       )
       select $1, 1, gen_random_uuid(), (m.at at time zone 'UTC')::date, m.at, u.id, 'location', $2::uuid, $2::uuid, $3::date
       from users u, (select now() - interval '1 minute' as at) m
       where u.org_id = $1 and u.user_name like 'guest-%'`,
      ...[organization.id, ids.berlin, day],
    )
    const { presentCount, levels } = await look(secret)
    expect(presentCount).toBe(MAX_LIVE_PEOPLE + 1)
    expect(levels.flatMap(({ desks }) => desks).find(({ placeId }) => placeId === ids.desk)).toMatchObject({ isTaken: true })
    const path = `/api/locations/${ids.berlin}/live-floor`
    const listed = (await send(service.baseUrl, { path, headers: administrator.headers })).json<LiveFloor>()
    expect([listed.presentCount, listed.people.length]).toEqual([MAX_LIVE_PEOPLE + 1, MAX_LIVE_PEOPLE])
  })

  it('of a whole building shows its active levels, one of a level that one, and plans of no other', async () => {
    const { ids, organization } = floor
    const upper = randomUUID()
    await run(
      `insert into levels (org_id, id, location_id, name, ordinal) values ($1, $2, $3, 'Upper', 9)`,
      organization.id,
      upper,
      ids.berlin,
    )
    const whole = await created()
    const one = await created({ levelId: ids.level })
    const names = async (secret: string) => (await look(secret)).levels.map(({ levelId }) => levelId)
    expect(await names(whole.secret)).toEqual(expect.arrayContaining([ids.level, upper]))
    expect(await names(one.secret)).toEqual([ids.level])
    expectProblem(await ask(one.secret, `/api/kiosk/levels/${upper}/floor-plan`), 'entity_not_found')
    await run(`update levels set status = 'inactive' where org_id = $1 and id = $2`, organization.id, ids.level)
    expect([await names(one.secret), await names(whole.secret)]).toEqual([[], [upper]])
  })

  it('learns that something happened, but not what, and its stream ends when its link is revoked', async () => {
    const screen = await created()
    using stream = await openStream(service.baseUrl, '/api/kiosk/stream', bearer(screen.secret))
    await submitPresence(floor, [{}])
    await until(async () => stream.events().length > 1)
    expect(stream.text()).not.toMatch(new RegExp(Object.values(floor.ids).join('|')))
    expect(stream.events().slice(0, 2)).toEqual([
      { type: 'hello', data: {} },
      { type: 'change', data: {} },
    ])
    const reads = Array.from({ length: 10 }, () => ask(screen.secret))
    expect((await revoke(screen.screenId)).status).toBe(200)
    for (const { status } of await Promise.all(reads)) expect([200, 401]).toContain(status)
    expectProblem(await ask(screen.secret), 'screen_link_invalid')
    expect(await stream.ended).toBe('complete')
    expectProblem(await ask(screen.secret, '/api/kiosk/stream'), 'screen_link_invalid')
  })

  it('is refused with an expired link, and with one of a place that is gone', async () => {
    const [expired, gone] = [await created({ expiresAt: '2100-01-01T00:00:00Z' }), await created({ levelId: floor.ids.level })]
    await run('update kiosk_screens set expires_at = now() where id = $1', expired.screenId)
    expectProblem(await ask(expired.secret), 'screen_link_invalid')
    const level = randomUUID()
    await run(
      `insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Attic')`,
      floor.organization.id,
      level,
      floor.ids.berlin,
    )
    await run('update kiosk_screens set level_id = $2 where id = $1', gone.screenId, level)
    await look(gone.secret)
    await run('delete from levels where org_id = $1 and id = $2', floor.organization.id, level)
    expectProblem(await ask(gone.secret), 'screen_link_invalid')
  })
})

it('the link of a screen opens nothing but what the screen shows, and no other credential opens that', async () => {
  const caller = await createCaller(service)
  const body = { name: 'Lobby', locationId: caller.ids.berlin }
  const { secret } = (await post(service.baseUrl, '/api/kiosk-screens', body, caller.person.headers)).json<{ secret: string }>()
  for (const variant of ALL_VARIANTS.filter(({ scheme }) => scheme !== 'none')) {
    const { status } = await sendGood(variant, caller, { ...JSON_TYPE, ...bearer(secret) })
    const isOwn = variant.scheme === 'screen'
    expect(isOwn ? [200] : [401, 403], `${variant.endpoint.operation}: ${status}`).toContain(status)
    if (!isOwn) continue
    for (const headers of [
      caller.person.headers,
      bearer(await tokenOf(service.baseUrl, caller.key)),
      bearer('rck_'),
      bearer(`${secret}x`),
    ]) {
      expect((await sendGood(variant, caller, headers)).status).toBe(401)
    }
    expectProblem(await sendGood(variant, caller, {}), 'credentials_missing')
  }
})

it('a screen may send 120 requests a minute', async () => {
  const { secret } = await created({ levelId: floor.ids.level })
  const path = `/api/kiosk/levels/${floor.ids.level}/floor-plan`
  const send120 = await Promise.all(Array.from({ length: 120 }, () => ask(secret, path)))
  expect(new Set(send120.map(({ status }) => status))).toEqual(new Set([404]))
  expectProblem(await ask(secret, path), 'rate_limited')
})
