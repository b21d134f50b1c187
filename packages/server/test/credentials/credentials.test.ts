import type { AccessCredential, AccessCredentialUpdateResult, Problem } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyCredentialUpdates } from '../../src/directory/credentials/credential-service.ts'
import { bindConnection } from '../../src/platform/db/bound-connection.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { openSession } from '../db/session-plans.ts'
import { addBuilding, addIdentity, addUser, storedEvents, submit } from '../ingest/support.ts'

let service: TestService
let org: TestOrganization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
})

const card = (cardNumber: string, more: object = {}) => ({ active: true, cardNumber, credentialType: 'badge', ...more })
const update = (username: string, credentials: object[], updateId = 'u1') => ({ username, updateId, credentials })

const send = async (data: object[], { keys } = org) => {
  const response = await fetch(`${service.baseUrl}/v1/access-credentials/basic`, {
    method: 'POST',
    headers: { ...basic(keys['submitting-events']), 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  })
  return { status: response.status, body: (await response.json()) as AccessCredentialUpdateResult & Problem }
}

/** Result of a single update and of each of its cards. */
const outcome = async (username: string, credentials: object[]) => {
  const { status, body } = await send([update(username, credentials)])
  expect(status).toBe(201)
  return [body.result, ...body.results.map(({ result }) => result)]
}

const stored = async (orgId = org.id) => {
  const { rows } = await service.database.pool.query(
    `select u.user_name, facility_code, card_number, active,
       array(
         select scan_datum from credential_scan_data s
         where (s.org_id, s.facility_code, s.card_number, s.user_id, s.active)
           = (c.org_id, c.facility_code, c.card_number, c.user_id, c.active)
         order by scan_datum
       ) as scan_data
     from access_credentials c
     join users u on u.org_id = c.org_id and u.id = c.user_id where c.org_id = $1 order by facility_code, card_number`,
    [orgId],
  )
  return rows.map((row) => [row.user_name, row.facility_code, row.card_number, row.scan_data, row.active])
}

describe('one update', () => {
  it('is answered by one object with a result per card', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const { status, body } = await send([update('ada', [card('1'), card('2', { facilityCode: '12' })])])
    expect(status).toBe(201)
    expect(body).toEqual({
      updateId: 'u1',
      result: 'OK',
      message: 'Updated',
      results: [
        { cardNumber: '1', facilityCode: '', result: 'OK', message: 'Updated' },
        { cardNumber: '2', facilityCode: '12', result: 'OK', message: 'Updated' },
      ],
    })
    expect(await stored()).toEqual([
      ['ada', '', '1', [], true],
      ['ada', '12', '2', [], true],
    ])
  })

  it('does not change cards that it does not name', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await outcome('ada', [card('1'), card('2')])
    expect(await outcome('ada', [card('2', { active: false })])).toEqual(['OK', 'OK'])
    expect((await stored()).map(([, , number, , active]) => [number, active])).toEqual([
      ['1', true],
      ['2', false],
    ])
  })

  it('takes no facility code, null and an empty one for the same', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await outcome('ada', [card('1')])
    await outcome('ada', [card('1', { facilityCode: null, scanData: 'x' }), card('1', { facilityCode: '', scanData: 'y' })])
    expect(await stored()).toEqual([['ada', '', '1', ['y'], true]])
  })

  it('fails for an unknown user, and for each of the cards', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    expect(await outcome('ADA', [card('1')])).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND'])
    expect(await stored()).toEqual([])
  })
})

describe('an update without cards', () => {
  it('is accepted, and nothing else in the call is refused', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    const { status, body } = await send([
      update('ada', [], 'none'),
      update('grace', [card('1')], 'one'),
      update('eve', [], 'new'),
    ])
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { updateId: 'none', result: 'OK', results: [] },
      { updateId: 'one', result: 'OK', results: [{ cardNumber: '1', result: 'OK' }] },
      { updateId: 'new', result: 'USER_NOT_FOUND', results: [] },
    ])
    expect((await stored()).map(([name]) => name)).toEqual(['grace'])
  })

  it('of a call without updates is answered by an empty list', async () => {
    expect(await send([])).toEqual({ status: 201, body: [] })
  })
})

describe('scan data', () => {
  it('are kept as a list, of which one text is one, and replaced as a whole', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const scansOf = async (scanData?: unknown) => {
      expect(await outcome('ada', [card('1', scanData === undefined ? {} : { scanData })])).toEqual(['OK', 'OK'])
      return (await stored())[0]?.[3]
    }
    expect(await scansOf(['100:1234567890'])).toEqual(['100:1234567890'])
    expect(await scansOf(['b', 'a', 'b'])).toEqual(['a', 'b'])
    expect(await scansOf('b')).toEqual(['b'])
    for (const none of [undefined, null, '', []]) {
      expect(await scansOf(['b'])).toEqual(['b'])
      expect(await scansOf(none)).toEqual([])
    }
  })

  it('go with their card to its next holder, and are retired with it', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('1', { scanData: ['a', 'b'] })])
    await outcome('ada', [card('1', { scanData: ['a', 'b'], active: false })])
    expect(await stored()).toEqual([['ada', '', '1', ['a', 'b'], false]])
    await outcome('grace', [card('1', { scanData: ['b', 'c'] })])
    expect(await stored()).toEqual([['grace', '', '1', ['b', 'c'], true]])
  })
})

describe('a card that is active for another user', () => {
  beforeEach(async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('1')])
  })

  it('fails by itself, and its holder is not revealed', async () => {
    const { body } = await send([update('grace', [card('1'), card('2')])])
    expect([body.result, ...body.results.map(({ result }) => result)]).toEqual(['PARTIAL_UPDATE', 'CARD_UPDATE_FAILED', 'OK'])
    expect(JSON.stringify(body)).not.toContain('ada')
    expect((await stored()).map(([name, , number]) => [name, number])).toEqual([
      ['ada', '1'],
      ['grace', '2'],
    ])
  })

  it('fails the update when it is the only one, and cannot be retired by others', async () => {
    expect(await outcome('grace', [card('1')])).toEqual(['CARD_UPDATE_FAILED', 'CARD_UPDATE_FAILED'])
    expect(await outcome('grace', [card('1', { active: false })])).toEqual(['CARD_UPDATE_FAILED', 'CARD_UPDATE_FAILED'])
  })

  it('is free once its holder has given it back, within one call as well', async () => {
    const { status, body } = await send([
      update('ada', [card('1', { active: false })], 'back'),
      update('grace', [card('1')], 'out'),
    ])
    expect(status).toBe(201)
    expect((body as unknown as AccessCredentialUpdateResult[]).map(({ updateId, result }) => [updateId, result])).toEqual([
      ['back', 'OK'],
      ['out', 'OK'],
    ])
    expect(await stored()).toEqual([['grace', '', '1', [], true]])
  })

  it('is given to exactly one of many simultaneous callers', async () => {
    const names = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await addUser(service, org.id, { userName: `user-${n}` })
        return `user-${n}`
      }),
    )
    const results = await Promise.all(names.map((name) => outcome(name, [card('new')])))
    expect(results.filter(([result]) => result === 'OK')).toHaveLength(1)
    expect(results.filter(([result]) => result === 'CARD_UPDATE_FAILED')).toHaveLength(9)
  })
})

describe('a repeated call', () => {
  it('answers the same and changes nothing', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const data = [update('ada', [card('1', { scanData: 's' }), card('2', { active: false })])]
    const first = await send(data)
    const revision = () =>
      service.database.pool.query(
        `select revision from table_revisions where org_id = $1 and table_name = 'access_credentials'`,
        [org.id],
      )
    const before = (await revision()).rows
    expect(await send(data)).toEqual(first)
    expect((await revision()).rows).toEqual(before)
  })
})

describe('a call with many people', () => {
  it('writes their cards by as many statements as those of one person', async () => {
    await using session = await openSession(service.database.url)
    const names = Array.from({ length: 20 }, (_, n) => `user-${n}`)
    for (const userName of names) await addUser(service, org.id, { userName })
    const writesOf = async (people: readonly string[], prefix: string) => {
      const cards = (name: string) => [card(`${prefix}-${name}`, { credentialType: 'badge', scanData: `scan-${prefix}-${name}` })]
      const updates = people.map((name) => ({ username: name, updateId: name, credentials: cards(name) as AccessCredential[] }))
      const steps = await session.stepsOf(() => applyCredentialUpdates(bindConnection(session.client), org.id, updates))
      return steps.filter(({ step, statement }) => step === 'ModifyTable' && !statement.includes('table_revisions')).length
    }
    expect(await writesOf(names, 'all')).toBe(await writesOf(names.slice(0, 1), 'one'))
    expect(await stored()).toHaveLength(names.length + 1)
  })

  it('finds the card of each scan datum by its key, however many cards its holder has', async () => {
    await using session = await openSession(service.database.url)
    // A table of a few pages may be read as a whole once its statistics are known: that is no other index.
    await session.client.query('set enable_seqscan = off')
    await addUser(service, org.id, { userName: 'ada' })
    const cards = (prefix: string) => Array.from({ length: 100 }, (_, n) => card(`${prefix}${n}`, { scanData: `${prefix}${n}` }))
    const give = (prefix: string, active = true) => {
      const credentials = cards(prefix).map((each) => ({ ...each, active })) as AccessCredential[]
      const updates = [{ username: 'ada', updateId: 'u1', credentials }]
      return session.stepsOf(() => applyCredentialUpdates(bindConnection(session.client), org.id, updates))
    }
    await give('a')
    const added = await give('b')
    const retired = await give('a', false)
    for (const steps of [added, retired]) {
      const ofKeys = steps.filter(({ statement }) =>
        /^(SELECT 1|UPDATE) .*ONLY "public"\."(access_cred|credential_scan)/.test(statement),
      )
      expect(ofKeys.length).toBeGreaterThan(0)
      // PostgreSQL plans the statement of a key five times before it keeps a plan.
      expect(ofKeys.filter(({ rows }) => rows > 1).length).toBeLessThanOrEqual(5)
    }
    expect(await give('b')).not.toContainEqual(expect.objectContaining({ step: 'ModifyTable' }))
  })

  it('follows a card through the updates of the call', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    const { body } = await send([
      update('ada', [card('1', { scanData: 'a' })], 'out'),
      update('grace', [card('1', { scanData: 'g' })], 'too early'),
      update('ada', [card('1', { active: false })], 'back'),
      update('grace', [card('1', { scanData: ['g', 'h'] })], 'now'),
      update('eve', [card('1')], 'unknown'),
      update('ada', [card('1')], 'too late'),
    ])
    expect((body as unknown as AccessCredentialUpdateResult[]).map(({ updateId, result }) => [updateId, result])).toEqual([
      ['out', 'OK'],
      ['too early', 'CARD_UPDATE_FAILED'],
      ['back', 'OK'],
      ['now', 'OK'],
      ['unknown', 'USER_NOT_FOUND'],
      ['too late', 'CARD_UPDATE_FAILED'],
    ])
    expect(await stored()).toEqual([['grace', '', '1', ['g', 'h'], true]])
  })
})

describe('limits', () => {
  const scans = (count: number) => Array.from({ length: count }, (_, n) => `100:${n}`)
  const many = (count: number) => Array.from({ length: count }, (_, n) => card(`c${n}`))

  it.each([
    ['100 credentials', [update('ada', many(100))], 201],
    ['101 credentials', [update('ada', many(101))], 400],
    ['no credential', [update('ada', [])], 201],
    ['no credential next to a good update', [update('ada', []), update('ada', [card('1')], 'u2')], 201],
    ['100 updates', Array.from({ length: 100 }, (_, n) => update('ada', [card('1')], `u${n}`)), 201],
    ['101 updates', Array.from({ length: 101 }, (_, n) => update('ada', [card('1')], `u${n}`)), 400],
    ['no update', [], 201],
    ['a card number of 128 characters', [update('ada', [card('1'.repeat(128))])], 201],
    ['a card number of 129 characters', [update('ada', [card('1'.repeat(129))])], 400],
    ['20 scan data', [update('ada', [card('1', { scanData: scans(20) })])], 201],
    ['21 scan data', [update('ada', [card('1', { scanData: scans(21) })])], 400],
    ['a scan datum of 256 characters', [update('ada', [card('1', { scanData: ['s'.repeat(256)] })])], 201],
    ['a scan datum of 257 characters', [update('ada', [card('1', { scanData: ['s'.repeat(257)] })])], 400],
    ['one text of 256 characters as scan data', [update('ada', [card('1', { scanData: 's'.repeat(256) })])], 201],
    ['one text of 257 characters as scan data', [update('ada', [card('1', { scanData: 's'.repeat(257) })])], 400],
    ['an empty text in a list of scan data', [update('ada', [card('1', { scanData: [''] })])], 400],
    ['a number in a list of scan data', [update('ada', [card('1', { scanData: [5] })])], 400],
    ['no active', [update('ada', [{ cardNumber: '1', credentialType: 'badge' }])], 400],
  ])('%s', async (_, data, status) => {
    await addUser(service, org.id, { userName: 'ada' })
    expect((await send(data)).status).toBe(status)
    if (status === 400) expect(await stored()).toEqual([])
  })
})

describe('presence events', () => {
  const seen = async (sourceUserId: string) => {
    const { location } = await addBuilding(service, org.id)
    const event = {
      timestamp: '2026-03-02T09:00:00Z',
      locationId: location,
      locationType: 'location',
      eventId: location,
      sourceUserId,
    }
    const { said } = await submit(service, org, 'presence', [event])
    if (said[0] !== '0 Accepted') return said[0]
    return (await storedEvents(service, org.id)).find(({ event_id }) => event_id === location)?.user_id
  }

  it('find their user by card number and by scan datum of an active credential', async () => {
    const ada = await addUser(service, org.id, { userName: 'ada' })
    await outcome('ada', [card('4711', { facilityCode: '12', scanData: 'scan' }), card('old', { active: false })])
    expect(await seen('4711')).toBe(ada)
    expect(await seen('scan')).toBe(ada)
    expect(await seen('old')).toBe('1 User not found')
  })

  it('find their user by each of several scan data, at once after a change of them', async () => {
    const ada = await addUser(service, org.id, { userName: 'ada' })
    await outcome('ada', [card('1', { scanData: ['100:1', '100:2'] })])
    expect([await seen('100:1'), await seen('100:2'), await seen('100:3')]).toEqual([ada, ada, '1 User not found'])
    await outcome('ada', [card('1', { scanData: ['100:2', '100:3'] })])
    await expect.poll(() => seen('100:3')).toBe(ada)
    expect([await seen('100:1'), await seen('100:2')]).toEqual(['1 User not found', ada])
    await outcome('ada', [card('1', { scanData: ['100:2', '100:3'], active: false })])
    await expect.poll(() => seen('100:2')).toBe('1 User not found')
  })

  it('do not find a user by a scan datum of two people, and find the one whose two cards share it', async () => {
    const ada = await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('1', { scanData: ['own', 'both'] }), card('2', { scanData: ['own'] })])
    await outcome('grace', [card('3', { scanData: ['both'] })])
    expect([await seen('own'), await seen('both')]).toEqual([ada, '1 User not found'])
  })

  it('ask the identity map of the source first', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const grace = await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('4711')])
    await addIdentity(service, org.id, ['badges', '4711', grace])
    expect(await seen('4711')).toBe(grace)
  })

  it('follow a card to its next holder, and match no one where two holders share a number', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const grace = await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('4711')])
    await seen('4711')
    await send([update('ada', [card('4711', { active: false })]), update('grace', [card('4711')])])
    await expect.poll(() => seen('4711')).toBe(grace)
    await outcome('ada', [card('4711', { facilityCode: 'other' })])
    await expect.poll(() => seen('4711')).toBe('1 User not found')
  })

  it('never find a user of another organization', async () => {
    const other = await service.createOrganization()
    await addUser(service, other.id, { userName: 'eve' })
    expect((await send([update('eve', [card('77')])], other)).body.result).toBe('OK')
    expect(await seen('77')).toBe('1 User not found')
    expect(await outcome('eve', [card('77')])).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND'])
  })
})
