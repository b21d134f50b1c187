import { setTimeout as delay } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyDirectory } from '../../src/gate/keys/key-directory.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'

/** Longer than a busy machine takes to read them all. */
const TTL_MS = 6_000

let service: TestService
let keyIds: string[]

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  const organizations = await Promise.all(Array.from({ length: 3 }, () => service.createOrganization()))
  keyIds = organizations.flatMap(({ keys }) => Object.values(keys).map(({ id }) => id))
})

/** A directory of keys whose statements are counted, and which listens and learns of changes when the test says so. */
const open = async () => {
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  let notify = () => {}
  let isListening = true
  const listener = {
    on: async (_: string, callback: (payload: string | undefined) => void) => {
      notify = () => callback(undefined)
    },
    isListening: () => isListening,
    async [Symbol.asyncDispose]() {},
  }
  const directory = await createKeyDirectory(service.database.db.withPlugin(counting), listener, TTL_MS)
  const findAll = () => Promise.all(keyIds.map((id) => directory.find(id)))
  const listen = (does: boolean) => {
    isListening = does
    notify()
  }
  return { directory, findAll, listen, notify: () => notify(), statements: () => statements }
}

describe('keys in use', () => {
  it('are read again by one statement for all organizations once they are stale', async () => {
    const { findAll, statements } = await open()
    await findAll()
    const first = statements()
    const again = await findAll()
    expect(statements()).toBe(first)
    await delay(TTL_MS + 50)
    expect(await findAll()).toEqual(again)
    expect(again.map((key) => key?.id)).toEqual(keyIds)
    expect(statements()).toBe(first + 1)
  })

  it('that are no longer used are not read', async () => {
    const { directory, findAll, statements } = await open()
    await findAll()
    await delay(TTL_MS + 50)
    const first = statements()
    await directory.find(keyIds[0] as string)
    await directory.find(keyIds[1] as string)
    expect(statements()).toBe(first + 2)
  })

  it('are read again at once after a change, also if the change came during a read', async () => {
    const { directory, notify } = await open()
    const id = keyIds[0] as string
    const reading = directory.find(id)
    notify()
    await service.database.pool.query('update api_keys set requests_per_minute = 7 where id = $1', [id])
    await reading
    expect((await directory.find(id))?.requestsPerMinute).toBe(7)
    await service.database.pool.query('update api_keys set requests_per_minute = 8 where id = $1', [id])
    expect((await directory.find(id))?.requestsPerMinute).toBe(7)
    notify()
    expect((await directory.find(id))?.requestsPerMinute).toBe(8)
  })

  it('are read at each use while no change would be heard of, because their organization may leave for another cell', async () => {
    const { directory, listen } = await open()
    const id = keyIds[0] as string
    const isServed = async () => (await directory.find(id))?.isServed
    const place = (placement: string) =>
      service.database.pool.query(
        'update organizations set placement = $1 where id = (select org_id from api_keys where id = $2)',
        [placement, id],
      )
    listen(false)
    expect(await isServed()).toBe(true)
    await place('gone')
    expect(await isServed()).toBe(false)
    listen(true)
    expect(await isServed()).toBe(false)
  })

  it('are unknown where no row has the id', async () => {
    const { directory } = await open()
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect([await directory.find(unknown), await directory.find(unknown), await directory.find('no id')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
