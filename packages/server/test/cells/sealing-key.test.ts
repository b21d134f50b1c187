import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkSealer } from '../../src/gate/sealing/sealing.ts'
import { loadSealer } from '../../src/gate/sealing/sealing-keys.ts'
import { rotateSealingKey } from '../../src/gate/sealing/sealing-rotation.ts'
import { examineCells } from '../../src/operations/doctor/doctor.ts'
import { cancelMove, confirmMove, moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { SECRETS_LOCK, withLock } from '../../src/platform/db/advisory-lock.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { openDatabases } from './support.ts'

const openTwo = async () => {
  await using stack = new AsyncDisposableStack()
  const databases = stack.use(await openDatabases())
  const two = stack.use(await createTestDatabase())
  await databases.add('two', two)
  const { control, dataDir, sealer } = databases
  await checkSealer(control.db, sealer)
  const [here, there] = [stack.use(await startListener(control.url)), stack.use(await startListener(two.url))]
  const cells = {
    ...{ control: control.db, names: ['main', 'two'] },
    open: async (name: string) => (name === 'main' ? control : two),
  }
  const { id, key } = await databases.createOrganization('Acme', 'main', control)
  /** Returns whether the key in the folder opens the secret of the organization's key in a database. */
  const opens = async ({ pool }: typeof two): Promise<boolean> => {
    const { rows } = await pool.query<{ sealed: Buffer }>('select secret_sealed as sealed from api_keys where id = $1', [key.id])
    const current = await loadSealer(undefined, dataDir)
    return current.open(rows[0]?.sealed as Buffer, key.id).toString() === key.secret
  }
  const running = stack.move()
  return {
    ...{ databases, control, two, cells, orgId: id, opens },
    rotate: () =>
      rotateSealingKey({ db: control.db, listener: here }, { secretKey: undefined, dataDir }, [{ db: two.db, listener: there }]),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

it('the sealing key is changed in a copy that an organization left behind as well', async () => {
  await using service = await openTwo()
  const { control, two, cells, orgId, opens, rotate } = service
  await moveOrganization(cells, orgId, 'two')
  // The key that signs tokens does not exist yet: there are the organization's key and the address of the cell.
  expect((await rotate()).resealed).toBe(2)
  expect([await opens(control), await opens(two)]).toEqual([true, true])
  await confirmMove(cells, orgId)
  expect(await opens(two)).toBe(true)
})

it('the sealing key that is missing is not made by the doctor', async () => {
  await using service = await openTwo()
  const { dataDir } = service.databases
  const file = join(dataDir, 'secret.key')
  await rm(file)
  const config = { secretKey: undefined, dataDir } as Parameters<typeof examineCells>[1]
  const examining = examineCells(service.control.db, config, new Date(), { assertReachable: async () => {} })
  await expect(examining).rejects.toThrow('There is neither ROLLCALL_SECRET_KEY nor')
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

it('the sealing key stays as it is while an organization is on its way', async () => {
  await using service = await openTwo()
  const { control, cells, orgId, opens, rotate } = service
  const stopping = new AbortController()
  const moving = moveOrganization(cells, orgId, 'two', {
    signal: stopping.signal,
    onProgress: ({ phase }) => (phase === 'verifying' ? stopping.abort(new Error('stopped')) : undefined),
  })
  await expect(moving).rejects.toThrow('stopped')
  await expect(rotate()).rejects.toThrow(`Organizations are on their way to another cell: ${orgId} from main to two.`)
  expect(await opens(control)).toBe(true)
  await cancelMove(cells, orgId)
  await rotate()
  expect(await opens(control)).toBe(true)
})

it('neither a move nor a change of the sealing key starts while the other one runs', async () => {
  await using service = await openTwo()
  const { control, cells, orgId, rotate } = service
  await withLock(control.db, { name: SECRETS_LOCK, wait: false }, async () => {
    await expect(moveOrganization(cells, orgId, 'two')).rejects.toThrow('The sealing key is being changed.')
  })
  let rotating: Promise<unknown> | undefined
  await moveOrganization(cells, orgId, 'two', {
    onProgress: () => {
      rotating ??= rotate().catch((error: Error) => error.message)
    },
  })
  expect(await rotating).toBe('Another command is changing the sealing key, or moving an organization. Wait until it has ended.')
  // A move that has ended releases its share of the lock.
  await rotate()
})
