import type { AccessCredentialUpdateResult, Problem } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addIdentity, addUser, storedEvents, submit } from '../ingest/support.ts'

let service: TestService
let org: TestOrganization

beforeAll(async () => {
  service = await startTestService()
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
    `select u.user_name, facility_code, card_number, scan_data, active from access_credentials c
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
      ['ada', '', '1', null, true],
      ['ada', '12', '2', null, true],
    ])
  })

  it('leaves cards alone that it does not name', async () => {
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
    expect(await stored()).toEqual([['ada', '', '1', 'y', true]])
  })

  it('fails for an unknown user, and for each of the cards', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    expect(await outcome('ADA', [card('1')])).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND'])
    expect(await stored()).toEqual([])
  })
})

describe('a card that is active for another user', () => {
  beforeEach(async () => {
    await addUser(service, org.id, { userName: 'ada' })
    await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('1')])
  })

  it('fails alone, and its holder is not revealed', async () => {
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
    expect(await stored()).toEqual([['grace', '', '1', null, true]])
  })

  it('goes to exactly one of many who ask for it at once', async () => {
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

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => card(`c${n}`))

  it.each([
    ['100 credentials', [update('ada', many(100))], 201],
    ['101 credentials', [update('ada', many(101))], 400],
    ['no credential', [update('ada', [])], 400],
    ['100 updates', Array.from({ length: 100 }, (_, n) => update('ada', [card('1')], `u${n}`)), 201],
    ['101 updates', Array.from({ length: 101 }, (_, n) => update('ada', [card('1')], `u${n}`)), 400],
    ['no update', [], 400],
    ['a card number of 128 characters', [update('ada', [card('1'.repeat(128))])], 201],
    ['a card number of 129 characters', [update('ada', [card('1'.repeat(129))])], 400],
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

  it('ask the identity map of the source first', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const grace = await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('4711')])
    await addIdentity(service, org.id, ['badges', '4711', grace])
    expect(await seen('4711')).toBe(grace)
  })

  it('follow a card to its next holder, and take a number of two holders for nobody', async () => {
    await addUser(service, org.id, { userName: 'ada' })
    const grace = await addUser(service, org.id, { userName: 'grace' })
    await outcome('ada', [card('4711')])
    await seen('4711')
    await send([update('ada', [card('4711', { active: false })]), update('grace', [card('4711')])])
    await expect.poll(() => seen('4711')).toBe(grace)
    await outcome('ada', [card('4711', { facilityCode: 'other' })])
    await expect.poll(() => seen('4711')).toBe('1 User not found')
  })

  it('never find a user of another organisation', async () => {
    const other = await service.createOrganization()
    await addUser(service, other.id, { userName: 'eve' })
    expect((await send([update('eve', [card('77')])], other)).body.result).toBe('OK')
    expect(await seen('77')).toBe('1 User not found')
    expect(await outcome('eve', [card('77')])).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND'])
  })
})
