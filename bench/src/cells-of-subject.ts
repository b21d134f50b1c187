import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@rollcall/embedded-postgres'
import pg from 'pg'
import { run } from './peer.ts'
import type { Subject } from './subject.ts'

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/** A database of the service. */
export interface Cell {
  readonly name: string
  readonly pool: pg.Pool
  readonly postmaster: number
}

/** Adds PostgreSQL servers to the running service as cells, each with its own files. `main` is the first of the list. */
export const addCells = async (
  { pool, postmaster, dataDir }: Subject,
  names: readonly string[],
): Promise<AsyncDisposable & { readonly cells: readonly Cell[] }> => {
  await using stack = new AsyncDisposableStack()
  const cells: Cell[] = [{ name: 'main', pool, postmaster }]
  for (const name of names) {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-bench-cell-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const server = stack.use(await startEmbeddedPostgres({ dataDir: folder }))
    await server.ensureDatabase('rollcall')
    const url = server.url('rollcall')
    const env = { ...process.env, ROLLCALL_DATA_DIR: dataDir }
    await run(process.execPath, [MAIN, 'cells', 'add', name, '--url', url], { env })
    const cell = new pg.Pool({ connectionString: url, max: 4 })
    stack.defer(() => cell.end())
    cells.push({ name, pool: cell, postmaster: server.pid })
  }
  const running = stack.move()
  return { cells, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Says in the control database where organizations are. */
export const placeOrganizations = async (control: pg.Pool, cell: string, orgIds: readonly string[]): Promise<void> => {
  await control.query('insert into organization_cells (org_id, cell) select unnest($1::uuid[]), $2', [orgIds, cell])
}
