import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { assertCellsMigratable } from '../../src/cells-upgrade.ts'
import { makeScratchFolder } from '../../src/testing/scratch-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { openDatabases } from './support.ts'

const DATABASE_FOLDER = new URL('../../src/platform/db/', import.meta.url)

/** A model like that of this version, with one more migration. */
const nextVersion = async () => {
  const path = await makeScratchFolder('rollcall-model-')
  for (const name of ['model', 'migrations', 'releases']) {
    await cp(new URL(name, DATABASE_FOLDER), join(path, name), { recursive: true })
  }
  await writeFile(join(path, 'migrations', '0001-next.sql'), 'comment on table users is null;\n')
  return { folder: pathToFileURL(`${path}/`), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const ATTENDANCE = `kind = 'function' and name = 'attendance'`
const isBehind = async ({ pool }: TestDatabase) =>
  (await pool.query(`select hash = 'x' as behind from model_objects where ${ATTENDANCE}`)).rows[0].behind

it('a node starts no upgrade that another cell cannot follow, and leaves every database as it is', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  const { control } = databases
  await two.pool.query(`update model_objects set hash = 'x', version = '99.0.0' where ${ATTENDANCE}`)
  await control.pool.query(`update model_objects set hash = 'x', version = '0.0.9' where ${ATTENDANCE}`)
  await expect(databases.start()).rejects.toThrow(
    /^Cell two: The database was made by a newer version .* No database was changed\.$/,
  )
  expect([await isBehind(control), await isBehind(two)]).toEqual([true, true])

  await two.pool.query(`update model_objects set version = '0.0.9' where ${ATTENDANCE}`)
  await using _ = await databases.start()
  expect([await isBehind(control), await isBehind(two)]).toEqual([false, false])
})

it('an upgrade of tables waits until no cell has a copy that an organization left behind', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await using version = await nextVersion()
  await databases.add('two', two)
  const check = () =>
    assertCellsMigratable(databases.control.db, { secretKey: undefined, dataDir: databases.dataDir }, version.folder)
  await check()
  await two.pool.query(`
    create function moving_users() returns trigger language plpgsql as 'begin return null; end';
    create trigger t90_moving_insert_1 after insert on users for each row execute function moving_users()`)
  await expect(check()).rejects.toThrow('Cell two: An organization is moving out of this database, or has left a copy in it.')
  await two.pool.query('drop trigger t90_moving_insert_1 on users')
  await check()
})

it('a cell that cannot be reached does not keep the others from being upgraded', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  await two[Symbol.asyncDispose]()
  await databases.control.pool.query(`update model_objects set hash = 'x', version = '0.0.9' where ${ATTENDANCE}`)
  await using _ = await databases.start()
  expect(await isBehind(databases.control)).toBe(false)
})
