import { expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'

it.each([undefined, 30_000])(
  'a connection never compiles statements, whatever the server does, with a limit of %s ms',
  async (statementMs) => {
    await using server = await createTestDatabase()
    const name = new URL(server.url).pathname.slice(1)
    await server.pool.query(`alter database ${name} set jit = on`)
    await using database = openDatabase({ url: server.url, poolSize: 1, ...(statementMs !== undefined && { statementMs }) })
    const { rows } = await database.pool.query(`
    select current_setting('jit') as jit, current_setting('statement_timeout') as limit, current_setting('tcp_keepalives_idle') as idle`)
    expect(rows).toEqual([{ jit: 'off', limit: statementMs === undefined ? '0' : '30s', idle: '30' }])
  },
)
