import { randomUUID } from 'node:crypto'
import type { PushDevice, PushDevices } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '../../src/directory/mail/outbox.ts'
import { purgePushes } from '../../src/directory/push/device-service.ts'
import { writePushes } from '../../src/directory/push/push-outbox.ts'
import { resealAll } from '../../src/gate/sealing/reseal.ts'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import { newSealingKey, readSealingKeys } from '../../src/gate/sealing/sealing-keys.ts'
import { purgeSessions } from '../../src/gate/sessions/expired-sessions.ts'
import { checkPush } from '../../src/operations/doctor/check-push.ts'
import { releaseUnconfirmed } from '../../src/planning/check-in/release-job.ts'
import { TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import { type SignedIn, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addColleague, addOffice, call, dayFromToday, type Office } from '../planning/support.ts'
import { type Browser, createBrowser, decrypt, openPushService, type PushService, readSender } from './push-service.ts'

const SECRET_KEY = newSealingKey().toString('base64')

let push: PushService
let service: TestService
let orgId: string
let office: Office
let administrator: SignedIn
beforeAll(async () => {
  push = await openPushService()
  service = await startTestService({
    nightly: false,
    secretKey: SECRET_KEY,
    pushTiming: { everyMs: 20, claimMs: TEST_TIMEOUT_MS, backoffMs: [30] },
  })
  orgId = (await service.createOrganization()).id
  office = await addOffice(service, orgId, { desks: 20 })
  administrator = await service.signIn(orgId, ['global-administrator'])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await push?.[Symbol.asyncDispose]()
})

interface Subscribed extends Browser {
  readonly endpoint: string
  readonly body: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
}

const newBrowser = (): Subscribed => {
  const browser = createBrowser()
  const endpoint = `${push.origin}/${randomUUID()}`
  const [p256dh, auth] = [browser.publicKey, browser.auth].map((part) => part.toString('base64url')) as [string, string]
  return { ...browser, endpoint, body: { endpoint, p256dh, auth } }
}
const subscribe = (who: Pick<SignedIn, 'headers'>, { body } = newBrowser()) =>
  call(service, who, 'POST', '/api/push-devices', body)
const devices = async (who: Pick<SignedIn, 'headers'>) =>
  (await call(service, who, 'GET', '/api/push-devices')).json<PushDevices>()
const query = async (text: string, ...values: unknown[]) => (await service.database.pool.query(text, values)).rows
const readAll = (browser: Subscribed) =>
  push.to(browser.endpoint).map(({ body }) => JSON.parse(decrypt(browser, body)) as Record<string, string>)
const told = (browser: Subscribed, title: string) =>
  expect.poll(() => readAll(browser).map((message) => message.title)).toContain(title)
const waiting = async () => query('select id, attempts from outgoing_pushes where org_id = $1', orgId)
const allSent = () => expect.poll(async () => (await waiting()).length).toBe(0)
const write = (userId: string, topic = randomUUID() as string, of = orgId) =>
  writePushes(service.database.db, of, 'booking-lost', [
    { userId, topic, details: { day: '2031-03-04', node: 'D-1', building: 'Berlin' } },
  ])

it('a person who switched it on learns of a lost desk, a reminder, a release and an event, on each device and in the own language', async () => {
  const ada = await addColleague(service, orgId, office)
  const [phone, laptop] = [newBrowser(), newBrowser()]
  const { publicKey, isOffered, items } = await devices(ada)
  expect([isOffered, items]).toEqual([true, []])
  const { id } = (await subscribe(ada, phone)).json<PushDevice>()
  await subscribe(ada, laptop)
  await call(service, ada, 'PATCH', '/api/users/me/mail-preferences', { language: 'de' })

  const [today, later] = [dayFromToday(0), dayFromToday(7)]
  const book = (day: string) =>
    call(service, administrator, 'PUT', `/api/users/${ada.userId}/days/${day}/booking`, { placeId: office.deskIds[0] })
  expect((await book(later)).status).toBeLessThan(300)
  await call(service, administrator, 'DELETE', `/api/users/${ada.userId}/days/${later}/booking`)
  const date = new Intl.DateTimeFormat('de', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const lost = `Ihre Buchung am ${date.format(new Date(later))} ist entfallen`
  await told(phone, lost)
  await told(laptop, lost)
  const message = readAll(phone).find(({ title }) => title === lost)
  expect(message).toMatchObject({ device: id, tag: `booking ${later}`, path: `/me/desk?day=${later}` })
  expect(message?.body).toMatch(/^Desk 0001, Office /)
  const [{ headers }] = push.to(phone.endpoint) as [(typeof push.arrived)[number]]
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
  expect(headers.topic).toMatch(/^[\w-]{32}$/)
  expect(Number(headers.ttl) > 71 * 3600 && Number(headers.ttl) <= 72 * 3600).toBe(true)
  expect(readSender(headers.authorization as string)).toMatchObject({ key: publicKey, claims: { aud: push.origin } })

  // The own cancellation is no news.
  const sentBefore = push.to(phone.endpoint).length
  await call(service, ada, 'PUT', `/api/users/me/days/${later}/booking`, { placeId: office.deskIds[1] })
  await call(service, ada, 'DELETE', `/api/users/me/days/${later}/booking`)

  const event = {
    eventName: 'All hands',
    startsAt: `${later}T15:00:00Z`,
    endsAt: `${later}T16:00:00Z`,
    locationId: office.locationId,
  }
  const invite = await call(service, administrator, 'POST', '/api/events', {
    ...event,
    invitees: [ada.userId, administrator.userId],
  })
  const { eventId } = invite.json<{ eventId: string }>()
  await told(phone, 'Einladung: All hands')
  await call(service, ada, 'PUT', `/api/events/${eventId}/reply`, { reply: 'accepted' })
  await call(service, administrator, 'PATCH', `/api/events/${eventId}`, { status: 'cancelled' })
  await told(phone, 'Abgesagt: All hands')
  expect(push.to(phone.endpoint)).toHaveLength(sentBefore + 2)
  const bob = await addColleague(service, orgId, office)
  const tablet = newBrowser()
  await subscribe(bob, tablet)
  const invitations = await call(service, administrator, 'PUT', `/api/events/${eventId}/invitations`, { add: [bob.userId] })
  expect(invitations.status).toBe(200)
  await write(bob.userId)
  await expect.poll(() => push.to(tablet.endpoint).length).toBeGreaterThan(0)
  await allSent()
  expect(readAll(tablet).map(({ tag }) => tag)).not.toContain(`event ${eventId}`)

  await call(service, ada, 'PATCH', '/api/users/me/mail-preferences', { language: 'fr', refusedPushKinds: ['booking-lost'] })
  expect((await book(today)).status).toBeLessThan(300)
  await query(
    `update locations set check_in_mode = 'by-time', check_in_by = '12:00', working_days = '{1,2,3,4,5,6,7}' where org_id = $1`,
    orgId,
  )
  // People have half an hour after the settings changed, and after they booked.
  await query(`update locations set check_in_changed_at = '2026-01-01' where org_id = $1`, orgId)
  await query(
    `update bookings set updated_at = '2026-01-01' where org_id = $1 and user_id = $2 and status = 'booked'`,
    orgId,
    ada.userId,
  )
  const decide = (time: string) =>
    releaseUnconfirmed(service.database.db, createOutbox(false), { moment: new Date(`${today}T${time}Z`) })
  await decide('11:41:00')
  await decide('12:00:00')
  await told(phone, 'Votre réservation a été libérée')
  await write(ada.userId)
  await allSent()
  expect(readAll(phone).at(-1)).toMatchObject({ tag: `booking ${today}`, path: '/me' })
  await query(`update locations set check_in_mode = 'none' where org_id = $1`, orgId)
})

it('what a push service answers is heeded: gone, too large, busy; a newer notification replaces one that waits', async () => {
  const people = [await service.signIn(orgId), await service.signIn(orgId), await service.signIn(orgId)] as const
  const [gone, refusing, busy] = [newBrowser(), newBrowser(), newBrowser()]
  for (const [index, browser] of [gone, refusing, busy].entries()) await subscribe(people[index] as SignedIn, browser)
  push.answer(gone.endpoint, 410)
  push.answer(refusing.endpoint, 413)
  push.answer(busy.endpoint, 503)
  await write(people[0].userId)
  await write(people[1].userId)
  await write(people[2].userId, 'same')
  await expect.poll(() => push.to(busy.endpoint).length).toBeGreaterThan(2)
  expect(push.to(refusing.endpoint)).toHaveLength(1)
  expect((await devices(people[0])).items).toEqual([])
  expect((await devices(people[1])).items).toHaveLength(1)
  await write(people[2].userId, 'same')
  push.answer(busy.endpoint, 201)
  await allSent()
  const count = push.to(busy.endpoint).length
  push.answer(busy.endpoint, 429, { 'retry-after': '3600' })
  await write(people[2].userId)
  await expect.poll(() => push.to(busy.endpoint).length).toBe(count + 1)
  const due = async () =>
    (await query('select extract(epoch from due_at - now())::int as seconds from outgoing_pushes where org_id = $1', orgId))[0]
      ?.seconds
  await expect.poll(due).toBeGreaterThan(3000)
  const metrics = await fetch(`${service.baseUrl}/metrics`, { headers: { authorization: `Bearer ${service.metricsToken}` } })
  expect(await metrics.text()).toMatch(/rollcall_pushes_total\{outcome="gone"\} 1/)
  // What is no longer of use is dropped, as is what a person who left would have got.
  await query(`update outgoing_pushes set expires_at = now() - interval '1 second' where org_id = $1`, orgId)
  await purgePushes(service.database.db)
  expect(await waiting()).toEqual([])
  push.answer(busy.endpoint, 201)
  await query(`update users set status = 'inactive' where org_id = $1 and id = $2`, orgId, people[2].userId)
  await write(people[2].userId)
  await allSent()
  expect(push.to(busy.endpoint)).toHaveLength(count + 1)
  await expect(
    service.database.db.transaction().execute(async (trx) => {
      await writePushes(trx, orgId, 'booking-lost', [{ userId: people[1].userId, topic: 'undone', details: {} }])
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await waiting()).toEqual([])
})

it('ten devices of a person, each once: repeated, at the same time, one too many, of another person, and what is none', async () => {
  const person = await service.signIn(orgId)
  const browsers = Array.from({ length: 11 }, newBrowser)
  const first = (await subscribe(person, browsers[0])).json<PushDevice>()
  expect((await subscribe(person, browsers[0])).json<PushDevice>().id).toBe(first.id)
  expect(first).toMatchObject({ service: '127.0.0.1' })
  expect(JSON.stringify(await devices(person))).not.toContain(browsers[0]?.body.auth)
  const answers = await Promise.all(browsers.slice(1).map((browser) => subscribe(person, browser)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 409])
  expect((await devices(person)).items).toHaveLength(10)
  expect((await subscribe(person, browsers[0])).status).toBe(200)

  // A browser that another person of the organization uses now is theirs.
  const next = await service.signIn(orgId)
  expect((await subscribe(next, browsers[0])).json<PushDevice>().id).not.toBe(first.id)
  expect((await devices(person)).items).toHaveLength(9)
  const remove = (who: SignedIn, id: string) => call(service, who, 'DELETE', `/api/push-devices/${id}`)
  const [mine] = (await devices(next)).items as [PushDevice]
  expectProblem(await remove(person, mine.id), 'entity_not_found')
  expect((await remove(next, mine.id)).status).toBe(200)
  expectProblem(await remove(next, mine.id), 'entity_not_found')
  const entries = await readEntries(service, orgId)
  expect(entries.at(-1)).toMatchObject({ action: 'push-device.remove', actorId: next.userId })
  expect(JSON.stringify(entries)).not.toContain(browsers[0]?.endpoint)

  const { body } = newBrowser()
  for (const wrong of [
    { endpoint: 'file:///etc/passwd' },
    { endpoint: `https://example.com/${'a'.repeat(1000)}` },
    { p256dh: 'AAAA' },
    { p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { auth: 'AAAA' },
  ])
    expectProblem(await call(service, next, 'POST', '/api/push-devices', { ...body, ...wrong }), 'invalid_body')
})

it('a person who signs out is not notified on that device; a session that expires changes nothing, until all are ended', async () => {
  const person = await service.signIn(orgId)
  const again = () => service.signIn(orgId, [], person.userId)
  const count = async () => (await query('select id from push_devices where user_id = $1', person.userId)).length
  const [one, two, three] = [await again(), await again(), await again()]
  for (const session of [one, two, three]) await subscribe(session)
  expect((await call(service, one, 'DELETE', '/api/session')).status).toBeLessThan(300)
  expect(await count()).toBe(2)
  await query(
    `update sessions set expires_at = now() - interval '1 second'
     where token_hash = (select session_hash from push_devices where user_id = $1 order by created_at limit 1)`,
    person.userId,
  )
  await purgeSessions(service.database.db)
  expect(await count()).toBe(2)
  await call(service, administrator, 'DELETE', `/api/users/${person.userId}/sessions`)
  expect(await count()).toBe(0)
  await subscribe(await again())
  await query(`update push_devices set last_used_at = now() - interval '91 days' where user_id = $1`, person.userId)
  await purgePushes(service.database.db)
  expect(await count()).toBe(0)
})

it('tells of a sign-in at a new place and of a report that is ready, each in the language of the person', async () => {
  const person = await service.signIn(orgId, ['analytics-administrator'])
  const browser = newBrowser()
  await subscribe(person, browser)
  const write = (kind: 'new-sign-in' | 'report', details: Record<string, string>) =>
    service.database.db
      .transaction()
      .execute((trx) => writePushes(trx, orgId, kind, [{ userId: person.userId, topic: kind, details }]))
  await write('new-sign-in', { address: '203.0.113.9' })
  await told(browser, 'A new sign-in')
  await query(
    `insert into mail_preferences (org_id, user_id, language) values ($1, $2, 'de')
     on conflict (org_id, user_id) do update set language = 'de'`,
    orgId,
    person.userId,
  )
  await write('report', { reportId: 'b0f2', view: 'Berlin, letzte 4 Wochen' })
  await told(browser, 'Ihr Bericht ist fertig: Berlin, letzte 4 Wochen')
  expect(readAll(browser).map(({ path }) => path)).toEqual(['/profile', '/analytics/reports/b0f2'])
})

it('the doctor says whether devices can be notified, and whether notifications are stuck', async () => {
  const look = async (
    config: Parameters<typeof checkPush>[1] = { contact: 'https://rollcall.example.com', isPrivateAllowed: false },
  ) => (await checkPush(service.database.db, config)).map(({ level, found }) => `${level} ${found}`)
  const owner = await service.signIn(orgId, ['bookings-administrator'])
  const { id } = (await subscribe(owner)).json<PushDevice>()
  await expect.poll(() => query('select from outgoing_pushes')).toEqual([])
  expect(await look()).toEqual(['ok Devices can be notified, and no notification waits for long.'])
  expect(await checkPush(service.database.db, undefined)).toMatchObject([{ level: 'warn' }])
  // Another node has it for itself, so that this one leaves it alone.
  await query(
    `insert into outgoing_pushes (org_id, device_id, kind, topic, attempts, created_at, due_at, claimed_until, expires_at)
     values ($1, $2, 'report', 'late', 3, now() - interval '61 minutes', now() - interval '9 minutes', now() + interval '1 hour', now() + interval '1 hour')`,
    orgId,
    id,
  )
  expect(await look()).toEqual(['warn 1 notification waited for over an hour.'])
  // Notifications of a copy that a move to another cell left behind are sent there.
  await query(`update organizations set placement = 'gone' where id = $1`, orgId)
  expect(await look()).not.toContain('warn 1 notification waited for over an hour.')
  await query(`update organizations set placement = 'here' where id = $1`, orgId)
  await query('delete from outgoing_pushes')
})

it('the key of an organization is made once, sealed, and sealed again when the operator changes the sealing key', async () => {
  const org = (await service.createOrganization()).id
  const person = await service.signIn(org)
  const keys = await Promise.all([1, 2, 3].map(async () => (await devices(person)).publicKey))
  expect(new Set(keys).size).toBe(1)
  expect((await devices(administrator)).publicKey).not.toBe(keys[0])
  const browser = newBrowser()
  await subscribe(person, browser)
  const next = newSealingKey()
  const [old] = await readSealingKeys(SECRET_KEY, '')
  const sealer = createSealer(next, old)
  await resealAll(service.database.db, sealer, sealer.fingerprints[0] as string)
  const [row] = await query('select private_sealed from push_keys where org_id = $1', org)
  expect(JSON.parse(createSealer(next).open(row.private_sealed, `push key ${org}`).toString())).toMatchObject({ crv: 'P-256' })
  expect(() => createSealer(old).open(row.private_sealed, `push key ${org}`)).toThrow()
})

it('without it nothing is offered, and a key has no devices', async () => {
  await using off = await startTestService({ push: undefined, nightly: false })
  const { id } = await off.createOrganization()
  const person = await off.signIn(id)
  expect((await call(off, person, 'GET', '/api/push-devices')).json()).toEqual({ isOffered: false, publicKey: null, items: [] })
  expectProblem(await call(off, person, 'POST', '/api/push-devices', newBrowser().body), 'push_unavailable')
})
