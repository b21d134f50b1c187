import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { startCapture, stopCapture } from '../../src/operations/moving/capture.ts'
import { listTenantTables } from '../../src/operations/moving/tenant-tables.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { DATABASE_FOLDER, readModel } from '../../src/platform/db/model-files.ts'
import { snapshotOf } from '../../src/platform/db/model-snapshot.ts'
import { compareCatalogs, readCatalog } from '../../src/testing/catalog.ts'
import { makeScratchFolder } from '../../src/testing/scratch-folder.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'

const createEmptyDatabase = () => createTestDatabase(undefined, 'template0')

/** The catalog of a database that is made from the model of the folder. */
const catalogOfModel = async (folder?: URL) => {
  await using database = await createEmptyDatabase()
  await migrate(database.db, folder)
  return await readCatalog(database.pool)
}

/** The catalog of a database that the snapshot made and the folder upgraded. */
const catalogOfUpgrade = async (snapshot: string, folder?: URL) => {
  await using database = await createEmptyDatabase()
  await database.pool.query(snapshot)
  await migrate(database.db, folder)
  return await readCatalog(database.pool)
}

/** A copy of the model, as it stands when the next version is being made after this one was released as 0.1.0. */
const nextVersion = async () => {
  const path = await makeScratchFolder('rollcall-model-')
  for (const name of ['model', 'migrations', 'releases']) {
    await cp(new URL(name, DATABASE_FOLDER), `${path}/${name}`, { recursive: true })
  }
  const folder = pathToFileURL(`${path}/`)
  const file = (name: string) => new URL(name, folder)
  const snapshot = snapshotOf(await readModel(folder), '0.1.0')
  await writeFile(file('releases/0.1.0.sql'), snapshot)
  return {
    folder,
    snapshot,
    write: (name: string, text: string) => writeFile(file(name), text),
    append: (name: string, text: string) => appendFile(file(name), text),
    remove: (name: string) => rm(file(name)),
    async edit(name: string, from: string, to: string) {
      const text = await readFile(file(name), 'utf8')
      expect(text).toContain(from)
      await writeFile(file(name), text.replaceAll(from, to))
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true })
    },
  }
}

const ADD_COLUMN = 'alter table users add column nickname text;'
const PREVIOUS_COLUMN = '  erased_at timestamptz,\n'
const COLUMN = `${PREVIOUS_COLUMN}  -- As colleagues call the user.\n  nickname text,\n`

const releases = (await readdir(new URL('releases/', DATABASE_FOLDER))).filter((name) => name.endsWith('.sql'))

for (const release of releases) {
  test(`an upgrade from ${release} gives the same catalog as the model`, async () => {
    const snapshot = await readFile(new URL(`releases/${release}`, DATABASE_FOLDER), 'utf8')
    expect(compareCatalogs(await catalogOfUpgrade(snapshot), await catalogOfModel())).toEqual([])
  })
}

describe('an upgrade', () => {
  it('changes tables by migrations and applies changed functions, views and triggers, with what depends on them', async () => {
    await using next = await nextVersion()
    await next.write('migrations/0001-nicknames.sql', ADD_COLUMN)
    await next.edit('model/tables/users.sql', PREVIOUS_COLUMN, COLUMN)
    await next.edit('model/functions/touch_row.sql', "interval '1 millisecond'", "interval '2 milliseconds'")
    await next.edit('model/views/nodes.sql', 'b.time_zone,', "b.time_zone || '',")
    const upgraded = await catalogOfUpgrade(next.snapshot, next.folder)
    expect(upgraded.get('column users.nickname')).toContain('As colleagues call the user.')
    expect(upgraded.get('function touch_row')).toContain('2 milliseconds')
    expect(compareCatalogs(upgraded, await catalogOfModel(next.folder))).toEqual([])
  })

  it('without migrations replaces changed functions, drops removed ones, and keeps the rest', async () => {
    await using next = await nextVersion()
    await using database = await createEmptyDatabase()
    await database.pool.query(next.snapshot)
    const created = async () => {
      const { rows } = await database.pool.query<{ name: string; oid: string }>(
        `select 'function ' || proname as name, oid from pg_proc where pronamespace = 'public'::regnamespace
         union all
         select 'view ' || relname, oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
         union all
         select 'trigger ' || tgrelid::regclass || '.' || tgname, oid from pg_trigger where not tgisinternal and tgparentid = 0`,
      )
      return new Map(rows.map(({ name, oid }) => [name, oid]))
    }
    const before = await created()
    // A body in PL/pgSQL, a view that a function in SQL reads, a signature that a trigger uses, and a trigger that goes.
    await next.edit('model/functions/touch_row.sql', '1 millisecond', '2 milliseconds')
    await next.edit('model/views/presence_reporting.sql', 'left join', 'left outer join')
    await next.edit(
      'model/tables/groups.sql',
      'old.name is distinct from new.name',
      '(old.name, 1) is distinct from (new.name, 1)',
    )
    await next.edit('model/functions/is_anonymizing.sql', "'on'", "'yes'")
    await next.edit('model/tables/level_floor_plans.sql', 'create table', '-- Moved.\ncreate table')
    await migrate(database.db, next.folder)
    const after = await created()
    const made = [...after].filter(([name, oid]) => before.get(name) !== oid).map(([name]) => name)
    expect(made).toContain('view presence_reporting')
    expect(made).toContain('function attendance')
    expect(made).toContain('trigger groups.t20_rename')
    expect(made).toContain('function is_anonymizing')
    expect(made).toContain('trigger presence_events.t50_remove')
    for (const name of ['function touch_row', 'trigger bookings.t20_touch', 'view nodes', 'function visit_log']) {
      expect(made).not.toContain(name)
    }
    expect(compareCatalogs(await readCatalog(database.pool), await catalogOfModel(next.folder))).toEqual([])
  })

  it('makes indexes of names that are stored already, whatever letters they have', async () => {
    const orgId = '00000000-0000-4000-8000-000000000001'
    await using next = await nextVersion()
    const users = await readFile(new URL('model/tables/users.sql', next.folder), 'utf8')
    const INDEX = /create index users_search_last_name[^;]*;/
    const index = INDEX.exec(users)?.[0] as string
    await next.write(
      'model/tables/users.sql',
      users.replace(INDEX, 'create index users_search_last_name on users (org_id, lower(last_name) text_pattern_ops);'),
    )
    const before = snapshotOf(await readModel(next.folder), '0.1.0')
    await next.write('releases/0.1.0.sql', before)
    await next.write('model/tables/users.sql', users)
    await next.write('migrations/0001-search-text.sql', `drop index users_search_last_name;\n${index}`)

    await using database = await createEmptyDatabase()
    await database.pool.query(before)
    await database.pool.query(`insert into organizations (id, name) values ($1, 'Acme')`, [orgId])
    await database.pool.query(
      `insert into users (org_id, id, user_name, last_name)
       select $1, gen_random_uuid(), 'u' || code, chr(code) || 'Ramírez' || chr(code) from generate_series(1, 55000) code`,
      [orgId],
    )
    await migrate(database.db, next.folder)
    expect(compareCatalogs(await readCatalog(database.pool), await catalogOfModel(next.folder))).toEqual([])
    await database.pool.query('set enable_seqscan = off')
    const { rows } = await database.pool.query(
      `select last_name from users where org_id = $1 and search_text(last_name) like 'eramirez%' order by ascii(last_name)`,
      [orgId],
    )
    expect(rows.map(({ last_name: name }) => name[0]).slice(0, 4)).toEqual(['E', 'e', 'È', 'É'])
  })

  it('names the column whose migration was forgotten, and the one that the model does not have', async () => {
    await using forgotten = await nextVersion()
    await forgotten.edit('model/tables/users.sql', PREVIOUS_COLUMN, COLUMN)
    const upgraded = await catalogOfUpgrade(forgotten.snapshot, forgotten.folder).catch((error: Error) => error)
    // The comment is the first to miss the column.
    expect(String(upgraded)).toContain('column "nickname" of relation "users" does not exist')

    await using unwritten = await nextVersion()
    await unwritten.write('migrations/0001-nicknames.sql', ADD_COLUMN)
    const differences = compareCatalogs(
      await catalogOfUpgrade(unwritten.snapshot, unwritten.folder),
      await catalogOfModel(unwritten.folder),
    )
    expect(differences).toEqual(['column users.nickname'])
  })

  it.each([
    [
      'a constraint',
      'constraint users.users_user_name_check',
      'user_name text not null,',
      "user_name text not null check (user_name <> ''),",
    ],
    [
      'a default',
      'column users.onboarded',
      'onboarded boolean not null default false',
      'onboarded boolean not null default true',
    ],
    ['an index', 'index users.users_of_location', '(org_id, primary_location_id, user_name)', '(org_id, user_name)'],
  ])('names %s whose migration was forgotten', async (_, place, from, to) => {
    await using next = await nextVersion()
    await next.edit('model/tables/users.sql', from, to)
    const differences = compareCatalogs(await catalogOfUpgrade(next.snapshot, next.folder), await catalogOfModel(next.folder))
    expect(differences).toEqual([place])
  })

  it('changes nothing if a part of it fails', async () => {
    await using next = await nextVersion()
    await next.write('migrations/0001-nicknames.sql', ADD_COLUMN)
    await next.write('migrations/0002-wrong.sql', 'alter table nowhere add column x text;')
    await using database = await createEmptyDatabase()
    await database.pool.query(next.snapshot)
    const before = await readCatalog(database.pool)
    await expect(migrate(database.db, next.folder)).rejects.toThrow(
      'The migration 0002-wrong failed: relation "nowhere" does not exist',
    )
    expect(compareCatalogs(before, await readCatalog(database.pool))).toEqual([])
  })

  it('is refused while an organization moves, and done afterwards', async () => {
    await using next = await nextVersion()
    await next.write('migrations/0001-nicknames.sql', ADD_COLUMN)
    await next.edit('model/tables/users.sql', PREVIOUS_COLUMN, COLUMN)
    await using database = await createEmptyDatabase()
    await database.pool.query(next.snapshot)
    const tables = await listTenantTables(database.pool)
    const orgId = '00000000-0000-4000-8000-000000000001'
    await startCapture(database.pool, tables, orgId)
    await expect(migrate(database.db, next.folder)).rejects.toThrow('An organization is moving out of this database')
    await stopCapture(database.pool, tables, orgId)
    await migrate(database.db, next.folder)
    expect(compareCatalogs(await readCatalog(database.pool), await catalogOfModel(next.folder))).toEqual([])
  })

  it('that two nodes start at once is done by one of them while the other waits', async () => {
    await using next = await nextVersion()
    await next.write('migrations/0001-nicknames.sql', `${ADD_COLUMN}\nselect pg_sleep(0.2);`)
    await next.edit('model/tables/users.sql', PREVIOUS_COLUMN, COLUMN)
    await next.edit('model/functions/touch_row.sql', '1 millisecond', '2 milliseconds')
    await using database = await createEmptyDatabase()
    await database.pool.query(next.snapshot)
    await Promise.all([1, 2, 3].map(() => migrate(database.db, next.folder)))
    const { rows } = await database.pool.query('select name from migrations')
    expect(rows).toEqual([{ name: '0001-nicknames' }])
    expect(compareCatalogs(await readCatalog(database.pool), await catalogOfModel(next.folder))).toEqual([])
  })
})

describe('a database that cannot be upgraded is refused, and stays as it is:', () => {
  const refusal = async (prepare: string, isMade: boolean) => {
    await using database = await createEmptyDatabase()
    if (isMade) await migrate(database.db)
    await database.pool.query(prepare)
    const before = await readCatalog(database.pool)
    const error: unknown = await migrate(database.db).catch((reason: unknown) => reason)
    expect(compareCatalogs(before, await readCatalog(database.pool))).toEqual([])
    return (error as Error).message
  }
  const UNRELEASED = /^The database was made by an unreleased version of Rollcall, .* Start with another data folder/

  it('one with numbered migrations of before the first release', async () => {
    const tables = `
      create table migrations (name varchar(255) primary key, timestamp varchar(255) not null);
      insert into migrations values ('0001-access', '2026-01-01T00:00:00.000Z');
      create table organizations (id uuid primary key);`
    expect(await refusal(tables, false)).toMatch(UNRELEASED)
  })

  it('one with tables that no release has', async () => {
    const change = `update model_objects set hash = repeat('0', 64) where kind = 'table' and name = 'users'`
    expect(await refusal(change, true)).toMatch(UNRELEASED)
  })

  it('one with a migration of a newer version', async () => {
    const message = await refusal(`insert into migrations (name) values ('9999-of-the-future')`, true)
    expect(message).toContain('made by a newer version of Rollcall (9999-of-the-future)')
  })

  it('one with a function of a newer version', async () => {
    const change = `update model_objects set hash = 'x', version = '99.0.0' where kind = 'function' and name = 'attendance'`
    expect(await refusal(change, true)).toContain('made by a newer version of Rollcall (function attendance)')
  })
})
