import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { call, freePort, readFirstRun, runApart, serve, temporaryFolder } from './support.ts'

/** Writes down each connection that a process opens, and each name that it looks up, before it does. */
const recorder = (file: string): string => `
import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import { Socket } from 'node:net'
const record = (what) => appendFileSync(${JSON.stringify(file)}, what + '\\n')
const connect = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args
  record('connect ' + (typeof first === 'object' ? (first.path ?? first.host + ':' + first.port) : args[1] + ':' + first))
  return connect.apply(this, args)
}
const { lookup } = dns
dns.lookup = (name, ...rest) => (record('lookup ' + name), lookup(name, ...rest))
`

const startRecorder = async (folder: string) => {
  const [script, file] = [join(folder, 'recorder.mjs'), join(folder, 'outgoing.txt')]
  await writeFile(script, recorder(file))
  await writeFile(file, '')
  return {
    options: `--import=${pathToFileURL(script).href}`,
    read: async () => [...new Set((await readFile(file, 'utf8')).split('\n').filter(Boolean))].toSorted(),
  }
}

it('a service opens no connection but those to its database: no telemetry, no search for updates', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const outgoing = await startRecorder(folder.path)
  const env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, NODE_OPTIONS: outgoing.options }
  {
    await using service = await serve(env)
    const { key } = await readFirstRun(env.ROLLCALL_DATA_DIR)
    for (const path of ['/', '/docs', '/openapi.json', '/readyz', '/v1/analytics/locations/basic']) {
      expect((await call(service, key, path)).status).toBe(200)
    }
    expect((await call(service, key, '/v1/analytics/locations/basic?format=parquet')).status).toBeLessThan(500)
  }
  const { hostname, port } = new URL(database.url)
  expect(await outgoing.read()).toEqual([`connect ${hostname}:${port}`, `lookup ${hostname}`])
})

it('the recorder of this test sees what a service sends to a collector', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const outgoing = await startRecorder(folder.path)
  const env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, NODE_OPTIONS: outgoing.options }
  const port = await freePort()
  {
    await using _ = await serve({
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_METRIC_EXPORT_INTERVAL: '100',
    })
    await expect.poll(outgoing.read).toContain(`connect 127.0.0.1:${port}`)
  }
})

it('a wrong setting of OpenTelemetry is one sentence that names the variable', async () => {
  await using folder = await temporaryFolder()
  const env = {
    ROLLCALL_DATA_DIR: folder.path,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  }
  const { code, stderr } = await runApart(['serve'], env)
  expect(stderr).toBe(
    'rollcall: OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not one of http/protobuf, http/json. Collectors receive these at port 4318 instead of 4317.\n',
  )
  expect(code).toBe(1)
})
