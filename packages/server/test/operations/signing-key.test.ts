import { describe, expect, it } from 'vitest'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import { loadSealer, newSealingKey } from '../../src/gate/sealing/sealing-keys.ts'
import { loadSigningKeys, rotateSigningKey } from '../../src/gate/tokens/signing-keys.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { tokenOf, until } from '../http/support/credentials.ts'
import { createCaller, read, startNode, temporaryFolder } from './support.ts'

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid as string

describe('the signing key', () => {
  it('is changed on all nodes at once, while tokens of the old one live on, unless they are to end', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await using first = await startNode(database, folder.path)
    await using second = await startNode(database, folder.path)
    const key = await createCaller(database, folder.path)
    const sealer = await loadSealer(undefined, folder.path)
    const nodes = [first, second]
    const old = await tokenOf(first.baseUrl, key)
    for (const node of nodes) expect(await read(node, old)).toBe(200)

    await rotateSigningKey(database.db, sealer)
    await until(async () => kidOf(await tokenOf(first.baseUrl, key)) !== kidOf(old))
    await until(async () => kidOf(await tokenOf(second.baseUrl, key)) !== kidOf(old))
    const fresh = await tokenOf(second.baseUrl, key)
    for (const node of nodes) expect([await read(node, old), await read(node, fresh)]).toEqual([200, 200])

    await rotateSigningKey(database.db, sealer, { endTokens: true })
    for (const node of nodes) {
      for (const token of [old, fresh]) await until(async () => (await read(node, token)) === 401)
    }
    const latest = await tokenOf(first.baseUrl, key)
    for (const node of nodes) expect(await read(node, latest)).toBe(200)
  })

  it('signs also where the clock that made the one before was ahead', async () => {
    await using database = await createTestDatabase()
    const sealer = createSealer(newSealingKey())
    const [ahead] = await loadSigningKeys(database.db, sealer, Date.now() + 600_000)
    await rotateSigningKey(database.db, sealer)
    const [newest, older] = await loadSigningKeys(database.db, sealer, Date.now())
    expect(older?.id).toBe(ahead.id)
    expect(newest.id).not.toBe(ahead.id)
  })
})
