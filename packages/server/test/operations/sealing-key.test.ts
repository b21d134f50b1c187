import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSealer, createSealer, sealToStore } from '../../src/gate/sealing/sealing.ts'
import { loadSealer, newSealingKey, parseSealingKeys } from '../../src/gate/sealing/sealing-keys.ts'
import { loadSigningKeys } from '../../src/gate/tokens/signing-keys.ts'
import { LISTENER_NAME } from '../../src/platform/notifications/listener.ts'
import type { Service } from '../../src/service.ts'
import { type Ending, runAndKill, withTableLocked } from '../../src/testing/run-and-kill.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { tokenOf, until } from '../http/support/credentials.ts'
import { post } from '../http/support/send.ts'
import { createCaller, proves, read, rotate, startNode, temporaryFolder } from './support.ts'

describe('the sealing key in the data folder', () => {
  it('is changed while nodes run, which continue, and is the only one left', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await using stack = new AsyncDisposableStack()
    const node = stack.use(await startNode(database, folder.path))
    const key = await createCaller(database, folder.path)
    const file = join(folder.path, 'secret.key')
    const before = await readFile(file, 'utf8')

    const { resealed, keysIn } = await rotate(database, folder.path)
    expect([resealed, keysIn]).toEqual([2, 'file'])
    const after = await readFile(file, 'utf8')
    expect(after).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    expect(after).not.toBe(before)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    // Its cache of keys holds what the old one sealed.
    expect(await proves(node, key)).toBe(200)

    await using restarted = await startNode(database, folder.path)
    const added = await createCaller(database, folder.path)
    for (const each of [node, restarted]) {
      expect([await proves(each, key), await proves(each, added)]).toEqual([200, 200])
      expect(await read(each, await tokenOf(node.baseUrl, key))).toBe(200)
    }
    await using elsewhere = await temporaryFolder()
    await writeFile(join(elsewhere.path, 'secret.key'), before)
    await expect(startNode(database, elsewhere.path)).rejects.toThrow('sealed with another key')
  })

  it('stays what it was while a running node does not know the next one', async () => {
    await using folder = await temporaryFolder()
    await using copy = await temporaryFolder()
    await using database = await createTestDatabase()
    await using node = await startNode(database, folder.path)
    await writeFile(join(copy.path, 'secret.key'), await readFile(join(folder.path, 'secret.key'), 'utf8'))
    await using other = await startNode(database, copy.path)
    const key = await createCaller(database, folder.path)
    // Long enough for the node that knows it to answer on a busy machine.
    await expect(rotate(database, folder.path, undefined, 10_000)).rejects.toThrow(
      '1 of the programs that use this database does not',
    )
    for (const each of [node, other]) expect(await proves(each, key)).toBe(200)
    // The next key is in the file by now: once the other node has it too, the same one is used.
    const both = await readFile(join(folder.path, 'secret.key'), 'utf8')
    await writeFile(join(copy.path, 'secret.key'), both)
    await rotate(database, folder.path)
    expect(await readFile(join(folder.path, 'secret.key'), 'utf8')).toBe(`${both.split('\n')[1]}\n`)
    for (const each of [node, other]) expect(await proves(each, key)).toBe(200)
  })

  it('is learned by a node that was not connected while it was changed, once it is', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await using node = await startNode(database, folder.path)
    const key = await createCaller(database, folder.path)
    await endListeners(database)
    // It is counted, but never answers, if it has connected and does not listen yet.
    await until(async () => (await rotate(database, folder.path, undefined, 5_000).catch(() => undefined)) !== undefined)
    await until(async () => (await proves(node, key)) === 200)
  })

  it('may be left by a kill at any moment: a service starts, with all secrets', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const key = await createCaller(database, folder.path)
    let killed = 0
    // However fast it is, the first one is killed when it is about to seal the keys again.
    for (const afterMs of [undefined, 0, 15, 25, 35, 50]) {
      const ending =
        afterMs === undefined
          ? await withTableLocked(database.pool, 'api_keys', (isWaitedFor) => rotateAndKill(database, folder.path, isWaitedFor))
          : await rotateAndKill(database, folder.path, afterMs)
      if (ending === 'killed') killed++
      const sealer = await loadSealer(undefined, folder.path)
      await checkSealer(database.db, sealer)
      const { rows } = await database.pool.query('select secret_sealed from api_keys where id = $1', [key.id])
      expect(sealer.open(rows[0].secret_sealed, key.id).toString()).toBe(key.secret)
      expect(await loadSigningKeys(database.db, sealer, Date.now())).toHaveLength(1)
    }
    expect(killed).toBeGreaterThan(0)
    await until(async () => (await rotate(database, folder.path).catch(() => undefined)) !== undefined)
    expect(await readFile(join(folder.path, 'secret.key'), 'utf8')).toMatch(/^\S+\n$/)
    await using node = await startNode(database, folder.path)
    expect(await proves(node, key)).toBe(200)
  })

  it('counts as changed once the database says so, also where a kill left both in the file', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const key = await createCaller(database, folder.path)
    const file = join(folder.path, 'secret.key')
    const old = await readFile(file, 'utf8')
    await rotate(database, folder.path)
    const next = await readFile(file, 'utf8')
    await writeFile(file, old + next)
    const added = await createCaller(database, folder.path)
    {
      await using node = await startNode(database, folder.path)
      for (const each of [key, added]) expect(await proves(node, each)).toBe(200)
    }
    await rotate(database, folder.path)
    const last = await readFile(file, 'utf8')
    expect(last).toMatch(/^\S+\n$/)
    expect([old, next]).not.toContain(last)
    await using node = await startNode(database, folder.path)
    for (const each of [key, added]) expect(await proves(node, each)).toBe(200)
  })

  it('waits for what is being sealed, and that for it, so that nothing stays sealed with the old one', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const { db, pool } = database
    const sealer = await loadSealer(undefined, folder.path)
    await checkSealer(db, sealer)
    const isSessionWaiting = async (): Promise<boolean> => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const early = randomUUID()
    let rotating: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      const secret_sealed = await sealToStore(trx, sealer, 'early', early)
      rotating = rotate(database, folder.path)
      await Promise.race([rotating, until(isSessionWaiting)])
      await trx.insertInto('signing_keys').values({ id: early, secret_sealed }).execute()
    })
    await rotating
    const next = await loadSealer(undefined, folder.path)

    // The same the other way round: what comes while the key is changed takes the new one.
    sealer.learn([Buffer.from((await readFile(join(folder.path, 'secret.key'), 'utf8')).trim(), 'base64')])
    await pool.query('update sealing_check set fingerprint = $1', [sealer.fingerprints[0]])
    const late = randomUUID()
    let storing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('sealing_check')
        .set({ fingerprint: next.fingerprints[0] as string })
        .execute()
      storing = db.transaction().execute(async (other) => {
        const secret_sealed = await sealToStore(other, sealer, 'late', late)
        await other.insertInto('signing_keys').values({ id: late, secret_sealed }).execute()
      })
      await Promise.race([storing, until(isSessionWaiting)])
    })
    await storing

    const { rows } = await pool.query('select id, secret_sealed from signing_keys')
    const opened = new Map(rows.map(({ id, secret_sealed }) => [id, next.open(secret_sealed, id).toString()]))
    expect([opened.get(early), opened.get(late)]).toEqual(['early', 'late'])
  })
})

describe('the sealing key in the environment', () => {
  const [old, next] = [newSealingKey().toString('base64'), newSealingKey().toString('hex')]

  it('is changed to the one after it, and both are accepted in either order meanwhile', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const key = await createCaller(database, folder.path, old)
    await using stack = new AsyncDisposableStack()
    const first = stack.use(await startNode(database, folder.path, { secretKey: `${old},${next}` }))
    const second = stack.use(await startNode(database, folder.path, { secretKey: `${next}, ${old}` }))
    for (const node of [first, second]) expect(await sealsWith(old, node)).toBe(true)
    expect(await rotate(database, folder.path, `${old},${next}`)).toMatchObject({ resealed: 2, keysIn: 'environment' })
    for (const node of [first, second]) {
      expect(await proves(node, key)).toBe(200)
      // What it gives to browsers reaches nodes that were restarted without the old key.
      await until(() => sealsWith(next, node))
    }
    await using last = await startNode(database, folder.path, { secretKey: next })
    expect(await proves(last, key)).toBe(200)
    await expect(startNode(database, folder.path, { secretKey: old })).rejects.toThrow('sealed with another key')
  })

  it('is used by a node that was not connected while it was changed, and one that does not know it seals nothing', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await createCaller(database, folder.path, old)
    await using node = await startNode(database, folder.path, { secretKey: `${old},${next}` })
    await using outdated = await startNode(database, folder.path, { secretKey: old })
    // A node that has connected again before it is counted refuses the change.
    await until(async () => {
      await endListeners(database)
      return (await rotate(database, folder.path, `${old},${next}`, 0).catch(() => undefined)) !== undefined
    })
    await until(() => sealsWith(next, node))
    await until(async () => (await startCeremony(outdated)).status === 500)
  })

  it('is not changed without a next one, and the message says how', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await createCaller(database, folder.path, old)
    await expect(rotate(database, folder.path, old)).rejects.toThrow('ROLLCALL_SECRET_KEY=OLD,NEW')
    await expect(rotate(database, folder.path, `${next},${old}`)).rejects.toThrow('contains no key after the one in use')
  })
})

/** Ends the connections by which nodes hear of a change. They connect again after a second. */
const endListeners = ({ pool }: TestDatabase) =>
  pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
    [LISTENER_NAME],
  )

/** Starts a sign-in with a passkey, whose state is sealed and stored nowhere. */
const startCeremony = ({ baseUrl }: Service) => post(baseUrl, '/api/session/passkey/challenge', {})

const sealsWith = async (key: string, node: Service): Promise<boolean> => {
  const { state } = (await startCeremony(node)).json<{ state: string }>()
  const [only] = parseSealingKeys(key)
  try {
    return createSealer(only).open(Buffer.from(state, 'base64url'), 'passkey').length > 0
  } catch {
    return false
  }
}

/** Changes the key in another process and ends it by kill -9 after so many milliseconds, or at the moment. */
const rotateAndKill = ({ url }: TestDatabase, dataDir: string, moment: number | (() => Promise<boolean>)): Promise<Ending> =>
  runAndKill(join(import.meta.dirname, 'rotate-process.ts'), [url, dataDir], moment)
