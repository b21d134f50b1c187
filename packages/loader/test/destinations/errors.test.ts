import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { DestinationError, DestinationUseError } from '../../src/destinations/destination.ts'
import { openDestination } from '../../src/destinations/open.ts'
import { createFolder } from './support.ts'

type Options = Parameters<typeof openDestination>[1]

/** The one-line message that people see. */
const refusal = async (where: string, options?: Options): Promise<string> => {
  const error = await openDestination(where, options).then(
    async (destination) => {
      await destination[Symbol.asyncDispose]()
      return expect.fail(`${where} was opened`)
    },
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DestinationError)
  const { message } = error as DestinationError
  expect(message).toMatch(/^[^\n]+\.$/)
  return message
}

it('an unreachable PostgreSQL, or one that rejects the password or database, is reported without the password', async () => {
  const url = new URL(inject('databaseServerUrl'))
  const changed = (changes: Partial<URL>): string => Object.assign(new URL(url), changes).href
  expect(await refusal('postgres://user:secret@127.0.0.1:1/copy')).toMatch(
    /^PostgreSQL database copy on 127\.0\.0\.1:1 \(schema rollcall\) cannot be reached: .*ECONNREFUSED.* Check host and port, and that the server runs\.$/,
  )
  expect(await refusal('postgres://user:secret@no-such-host.invalid/copy')).toMatch(/Check the name of the host\.$/)
  expect(await refusal(changed({ password: 'secret' }))).toMatch(/Check user and password\.$/)
  expect(await refusal(changed({ pathname: '/absent' }))).toMatch(/Create the database first\.$/)
  expect(await refusal('postgres://[')).toContain('Write postgresql://user:password@host/database.')
  expect(await refusal(changed({ password: 'secret' }))).not.toContain('secret')
  for (const unreadable of [
    'postgres://user:secret@host/x%',
    'postgres://user:12/secret@host/x',
    'postgres://user:12?secret@host/x',
  ])
    expect(await refusal(unreadable)).toMatch(/^The URL of the PostgreSQL database cannot be read\. (?!.*secret)/)
  expect(await refusal(`${url.href}?sslrootcert=/absent`)).toMatch(
    /cannot be connected to: ENOENT.*Check the parameters of its URL\.$/,
  )
})

it('a file that is not a DuckDB file, or has no folder, is rejected and left unchanged', async () => {
  await using folder = await createFolder()
  const file = join(folder.path, 'text.duckdb')
  await writeFile(file, 'hello\n'.repeat(10_000))
  expect(await refusal(file)).toMatch(/^DuckDB file .*text\.duckdb is not a DuckDB file\. Choose another file, or remove it\.$/)
  expect(await refusal(join(folder.path, 'absent', 'copy.duckdb'))).toContain('its folder does not exist. Create it')
})

it('a DuckDB file that another process has open is rejected, even for reading', async () => {
  await using folder = await createFolder()
  const file = join(folder.path, 'copy.db')
  const script = `
    import { openDestination } from ${JSON.stringify(join(import.meta.dirname, '../../src/destinations/open.ts'))}
    const destination = await openDestination(${JSON.stringify(file)})
    console.log('open')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(await refusal(file)).toContain(`is open in another process (${child.pid}). Close it there, and try again.`)
  expect(await refusal(file, { readOnly: true })).toContain('is open in another process')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await using _ = await openDestination(file)
})

it('a folder that is read-only, has another format, or has other files is rejected', async () => {
  await using folder = await createFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  expect(await refusal(file)).toMatch(/^Folder .*file cannot be written: .* Choose a writable folder\.$/)
  expect(await refusal(join(file, 'below'))).toContain('cannot be written')
  expect(await refusal(join(file, 'far', 'below'))).toContain('cannot be written')
  // A read-only file system, which reports an error of its own.
  if (existsSync('/proc/self')) expect(await refusal('/proc/rollcall-copy')).toContain('cannot be written')
  const started = join(folder.path, 'started')
  await (await openDestination(started, { format: 'csv' }))[Symbol.asyncDispose]()
  expect(await refusal(started, { format: 'parquet' })).toContain(
    'was started as CSV. Continue with that format, or choose another folder.',
  )
  await using again = await openDestination(started)
  expect(again.title).toBe(`Folder ${started} (CSV)`)
  const theirs = join(folder.path, 'theirs')
  await mkdir(theirs)
  await writeFile(join(theirs, 'users.csv'), 'a,b\n')
  expect(await refusal(theirs)).toContain('contains users.csv, which was not loaded here.')
  expect(await refusal(join(folder.path, 'a*b'))).toContain('its path must not contain')
})

it('an invalid destination, and options of another kind, are wrong usage', async () => {
  await expect(openDestination('mysql://host/db')).rejects.toBeInstanceOf(DestinationUseError)
  await expect(openDestination('x.duckdb', { schema: 'x' })).rejects.toBeInstanceOf(DestinationUseError)
  await using folder = await createFolder()
  expect(await refusal('mysql://host/db')).toContain('a PostgreSQL URL')
  expect(await refusal(join(folder.path, 'x.duckdb'), { format: 'csv' })).toContain('A format is for a folder')
  expect(await refusal(folder.path, { schema: 'x' })).toContain('A schema is for a PostgreSQL database')
})
