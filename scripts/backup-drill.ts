import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/**
 * Proves that a backup can be restored: `DATABASE_URL=… npm run backup-drill` dumps the database as the guide says, restores it
 * into a second database, compares every row of every table, and drops the copy. The service may run meanwhile. Needs pg_dump and
 * pg_restore of the server's version or newer, and a user that may create databases.
 */
const run = promisify(execFile)

const administer = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Count and digest of the rows of each table. A partition counts as a table. */
const digestsOf = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'
     order by name`,
  )
  const digests = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${name} t`,
    )
    digests.set(name, rows[0].digest)
  }
  return digests
}

/**
 * The address for the programs of PostgreSQL, which get the password by their environment: arguments are visible to all users of the
 * machine, and part of the message when a program fails.
 */
const withoutPassword = (url: string): { address: string; env: NodeJS.ProcessEnv } => {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { address: address.href, env: password === '' ? process.env : { ...process.env, PGPASSWORD: password } }
}

const drill = async (url: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-drill-'))
  const copy = `rollcall_drill_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const copyUrl = Object.assign(new URL(url), { pathname: `/${copy}` }).href
  const dump = join(folder, 'rollcall.dump')
  try {
    await administer(url, async (client) => {
      // The dump and the digests read the same snapshot, whatever is written meanwhile.
      await client.query('begin isolation level repeatable read')
      const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      const before = await digestsOf(client)
      const from = withoutPassword(url)
      const into = withoutPassword(copyUrl)
      const options = ['--format=custom', `--snapshot=${rows[0]?.snapshot}`, `--file=${dump}`]
      await run('pg_dump', [...options, `--dbname=${from.address}`], { env: from.env })
      await client.query('commit')
      await client.query(`create database ${copy} template template0 encoding 'UTF8'`)
      await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${into.address}`, dump], { env: into.env })
      const after = await administer(copyUrl, digestsOf)
      const differing = [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name))
      if (differing.length > 0) throw new Error(`These tables are not as they were: ${[...new Set(differing)].join(', ')}`)
      const megabytes = Math.ceil((await stat(dump)).size / 1024 ** 2)
      console.log(`${before.size} tables were dumped (${megabytes} MiB), restored and are the same, row by row.`)
    })
  } finally {
    await administer(url, (client) => client.query(`drop database if exists ${copy} with (force)`)).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the database of the service.')
await drill(url)
