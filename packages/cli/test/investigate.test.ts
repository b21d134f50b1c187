import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type RollcallClient } from '../../client/src/index.ts'
import { runRefresh } from '../../server/src/warehouse/refresh/refresh-service.ts'
import { type Bench, type Office, openBench, openOffice } from '../../server/test/attendance/support.ts'
import { dayIn } from '../../server/test/parking/support.ts'
import { type Finished, run } from './support.ts'

let bench: Bench
let office: Office
let administrator: RollcallClient
let berlin: string
let tokyo: string

const user: Record<'ada' | 'bob' | 'cleo', string> = { ada: '', bob: '', cleo: '' }
/** A completed working day. */
const DAY = '2026-03-02'

beforeAll(async () => {
  bench = await openBench()
  office = await openOffice(bench)
  const { pool, orgId } = office
  const { keys } = office.organization
  administrator = createClient({ baseUrl: bench.service.baseUrl, key: keys['all-permissions'] })
  berlin = await office.addLocation('Europe/Berlin')
  tokyo = await office.addLocation('Asia/Tokyo')
  await pool.query(`update locations set name = case id when $2 then 'Berlin' else 'Tokyo' end where org_id = $1`, [
    orgId,
    berlin,
  ])
  for (const name of ['ada', 'bob', 'cleo'] as const) user[name] = await office.addUser(berlin)
  await pool.query(
    `update users set user_name = n.name || '@example.com', email = n.email, first_name = n.first_name
     from (values ($2::uuid, 'Ada', 'ada.byron@example.com', 'Ada'), ($3, 'bob', 'shared@example.com', null),
       ($4, 'cleo', 'shared@example.com', null)) n (id, name, email, first_name)
     where users.org_id = $1 and users.id = n.id`,
    [orgId, user.ada, user.bob, user.cleo],
  )
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const investigate = (...args: string[]): Promise<Finished> => {
  const { id, secret } = office.organization.keys['data-warehouse']
  const env = { ROLLCALL_URL: bench.service.baseUrl, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
  return run(['investigate', ...args], env)
}
const output = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await investigate(...args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}
const onDay = (name: string, day = DAY, ...more: string[]) => output('presence', '--user', name, '--day', day, ...more)

describe('investigate user', () => {
  const [first, last] = [dayIn(2), dayIn(60)]

  beforeAll(async () => {
    const by = { userId: user.ada }
    await administrator.setDayPlan({ ...by, day: first }, { plan: 'r' })
    await administrator.book({ ...by, day: first }, { locationId: berlin, reason: 'team day' })
    await administrator.setDayPlan({ ...by, day: last }, { plan: 'a' })
  })

  test('lists every action with day, actor and reason, over as many requests as the range needs', async () => {
    const text = await output('user', 'Ada@example.com', '--from', first, '--to', last)
    expect(text).toMatch(
      new RegExp(`^Ada, Ada@example.com, days ${first} to ${last}\n\ntime in Europe/Berlin +day +action +description`),
    )
    expect(text).toMatch(new RegExp(`${first} +planSet +Planned remote +administrator`))
    expect(text).toMatch(new RegExp(`${first} +booked +Booked a day in Berlin +administrator +team day`))
    expect(text).toMatch(new RegExp(`${last} +planSet +Planned away +administrator`))
    const { actions } = JSON.parse(await output('user', user.ada, '--from', first, '--to', last, '--json'))
    const days = { startDate: first, endDate: dayIn(32), userIds: user.ada }
    const logged = await Array.fromAsync(administrator.readUserChangeLog(days))
    expect(actions.slice(0, -1)).toEqual(logged)
  })

  test('shows times in the requested zone', async () => {
    const args = ['user', user.ada, '--from', first, '--to', first] as const
    const { actions } = JSON.parse(await output(...args, '--json'))
    const inTokyo = Temporal.Instant.from(actions[0].timestamp).toZonedDateTimeISO('Asia/Tokyo').toPlainTime()
    const text = await output(...args, '--time-zone', 'Asia/Tokyo')
    expect(text).toContain('time in Asia/Tokyo')
    expect(text).toContain(` ${inTokyo.toString({ smallestUnit: 'second' })} `)
  })

  test('says so if there were no changes', async () => {
    expect(await output('user', user.bob, '--from', first, '--to', last)).toMatch(/No plan or booking was changed for these days/)
  })

  test.each(['ada.byron@example.com', 'ADA@EXAMPLE.COM'])('finds a user by %s', async (name) => {
    expect(JSON.parse(await output('user', name, '--from', first, '--to', first, '--json')).user.userId).toBe(user.ada)
  })

  test('lists all matching users, and says so if there is none', async () => {
    const several = await investigate('user', 'shared@example.com', '--from', first, '--to', first)
    expect([several.code, several.stdout]).toEqual([1, ''])
    expect(several.stderr).toMatch(/^rollcall: shared@example\.com matches several users[^\n]*\n$/)
    for (const id of [user.bob, user.cleo]) expect(several.stderr).toContain(id)
    const unknown = await investigate('user', 'eve', '--from', first, '--to', first)
    expect(unknown).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^rollcall: None of the 3 users .* eve\.\n$/),
    })
  })

  test.each([
    [['user', 'ada', '--from', '2026-01-05', '--to', '2026-01-04']],
    [['user', 'ada', '--from', '2026-01-05', '--to', '2026-01-05', '--time-zone', 'Mars/Base']],
    [['presence', '--day', '2026-01-05']],
  ])('%j is wrong usage', async (args) => {
    const { code, stdout, stderr } = await investigate(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: [\s\S]*--help/)
  })
})

const see = (name: keyof typeof user, locationId: string, timestamp: string, sourceUserId?: string) =>
  office.record([
    {
      ...{ eventId: `${name} ${timestamp}`, timestamp, userId: user[name], locationId, locationType: 'location' as const },
      ...(sourceUserId ? { sourceUserId } : {}),
    },
  ])
const refresh = () => runRefresh({ pool: office.pool }, office.orgId, { moment: new Date('2026-04-01T12:00:00Z') })

describe('investigate presence', () => {
  beforeAll(async () => {
    await office.plan(user.ada, DAY, 'o')
    await office.plan(user.bob, DAY, 'o')
    await office.plan(user.cleo, '2026-03-03', 'r')
    await see('ada', berlin, `${DAY}T08:02:11Z`, '0004711')
    await see('ada', tokyo, `${DAY}T01:00:00Z`)
    await see('cleo', tokyo, '2026-03-03T01:00:00Z')
    await refresh()
  })

  test('shows events in local time with source, person, place and delay, and the attendance with its reason', async () => {
    const text = await onDay('ada.byron@example.com')
    expect(text).toMatch(/^Ada, Ada@example.com, 2026-03-02\n/)
    expect(text).toMatch(/2026-03-02 10:00:00 +badges +– +Tokyo +Asia\/Tokyo .* d .* +no\n/)
    expect(text).toMatch(/2026-03-02 09:02:11 +badges +0004711 +Berlin +Europe\/Berlin .* d .* +yes\n/)
    expect(text).toMatch(/attendance +confirmed\nin +Berlin\nseen +09:02:11 to 09:02:11 \(Europe\/Berlin\)/)
    expect(text).toContain(
      'Planned for the office, and seen in Berlin, first at 09:02 (badges): confirmed. Among several locations the planned one counts.',
    )
    expect(text).not.toContain('To check')
  })

  test('explains the other rules too', async () => {
    expect(await onDay('bob@example.com')).toContain(
      'Planned for the office, where presence is reported on that day, but seen nowhere: no-show.',
    )
    expect(await onDay('cleo@example.com', '2026-03-03')).toContain(
      'Planned remote, but seen in Tokyo, first at 10:00 (badges): walk-in.',
    )
    expect(await onDay('cleo@example.com', '2026-03-08')).toContain('no attendance.')
  })

  test('says what to check if a user has no presence', async () => {
    const noShow = await onDay('bob@example.com')
    expect(noShow).toContain('No presence event of this user is known for the day.')
    expect(noShow).toMatch(/To check:\n- Others were seen in Berlin.*\n- .*quarantine/)
    expect(await onDay('cleo@example.com')).toMatch(/- They were seen on 2026-03-03: /)
    expect(await onDay('bob@example.com', '2026-03-03')).toMatch(/- No one was seen in Berlin, .* but people were seen elsewhere/)
    expect(await onDay('bob@example.com', '2026-03-09')).toMatch(/- No one was seen anywhere on that day/)
  })

  test('uses the booked or planned location, and says so', async () => {
    const day = '2026-03-04'
    await office.plan(user.bob, day, 'o', tokyo)
    await office.plan(user.cleo, day, 'o', tokyo)
    await office.book(user.cleo, day, tokyo)
    await see('ada', tokyo, `${day}T01:00:00Z`)
    await refresh()
    const planned = await onDay('bob@example.com', day)
    expect(planned).toMatch(/planned in +Tokyo \(by the plan\)\nplan comes from +day-plan\n/)
    expect(planned).toMatch(/Planned office in Tokyo +directory/)
    expect(planned).toContain("- Others were seen in Tokyo, where they planned to be: check this person's card or id.")
    const booked = await onDay('cleo@example.com', day)
    expect(booked).toMatch(/planned in +Tokyo \(by the booking\)/)
    expect(booked).toContain('- Others were seen in Tokyo, where they were booked')
    expect(booked).not.toContain('Berlin, their primary location')
  })

  test('shows a key with all permissions since when presence is reported and what restated the day', async () => {
    const { id, secret } = office.organization.keys['all-permissions']
    const env = { ROLLCALL_URL: bench.service.baseUrl, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
    const args = ['investigate', 'presence', '--user', 'bob@example.com', '--day', '2026-03-04']
    const { stdout, stderr } = await run(args, env)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/presence reported +from 2026-03-02, since the earliest event\n/)
    expect(stdout).toMatch(/last restated +\d.*: Planned office in Tokyo \(directory\)/)
    const { planned, planOrigin, reporting, log, restatedBy } = JSON.parse((await run([...args, '--json'], env)).stdout)
    expect({ planned, planOrigin, reporting, log, restatedBy }).toMatchObject({
      ...{ planned: { locationId: tokyo, decidedBy: 'plan' }, planOrigin: 'day-plan', restatedBy: expect.any(String) },
      ...{ reporting: { reportsFrom: '2026-03-02' }, log: [{ action: 'planSet' }] },
    })
    const withheld = JSON.parse(await onDay('bob@example.com', '2026-03-04', '--json'))
    expect(withheld).toMatchObject({ planned: { locationId: tokyo, decidedBy: 'plan' }, planOrigin: 'day-plan', reporting: null })
  })

  test('mentions events that arrived after the day was published, until a refresh includes them', async () => {
    await see('bob', berlin, `${DAY}T07:00:00Z`)
    const before = await onDay('bob@example.com')
    expect(before).toContain('no-show')
    expect(before).toContain('1 event arrived after the attendance was computed')
    await refresh()
    const { events, attendance, rule, checks } = JSON.parse(await onDay('bob@example.com', DAY, '--json'))
    expect(events).toMatchObject([{ sourceId: 'badges', locationName: 'Berlin', day: DAY }])
    expect(attendance).toMatchObject({ userId: user.bob, attendanceType: 'confirmed' })
    expect([rule, checks]).toEqual(['Planned for the office, and seen in Berlin, first at 08:00 (badges): confirmed.', []])
  })
})
