/**
 * Runs the service against the OpenTelemetry collector: `node scripts/test-collector.ts PATH-TO-OTELCOL`. The collector needs the
 * receiver `otlp` and the exporter `debug`. It sends what a service sends in both protocols, and looks for it in what the collector prints.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [program] = process.argv.slice(2)
if (program === undefined) throw new Error('Usage: node scripts/test-collector.ts PATH-TO-OTELCOL')

const MAIN = join(import.meta.dirname, '../packages/cli/src/main.ts')
const ENDPOINT = '127.0.0.1:14318'
const SETTINGS = `
receivers: { otlp: { protocols: { http: { endpoint: '${ENDPOINT}' } } } }
exporters: { debug: { verbosity: detailed } }
service:
  telemetry: { metrics: { level: none } }
  pipelines:
    traces: { receivers: [otlp], exporters: [debug] }
    metrics: { receivers: [otlp], exporters: [debug] }
`
const WANTED = ['Name           : GET /readyz', 'http.route: Str(/readyz)', 'service.name: Str(rollcall)']
const WANTED_METRICS = ['Name: rollcall_http_request_duration_seconds', 'Name: rollcall_errors_total', 'IsMonotonic: true']

const runOnce = async (protocol: string): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-collector-'))
  await writeFile(join(folder, 'collector.yaml'), SETTINGS)
  let printed = ''
  const collector = spawn(program, ['--config', join(folder, 'collector.yaml')], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [collector.stdout, collector.stderr]) output.on('data', (text) => (printed += text))
  const collected = new Promise((resolve) => collector.once('close', resolve))
  const env = {
    ...{ ...process.env, PORT: '0', HOST: '127.0.0.1', ROLLCALL_DATA_DIR: join(folder, 'data'), ROLLCALL_LOG_LEVEL: 'warn' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${ENDPOINT}`, OTEL_EXPORTER_OTLP_PROTOCOL: protocol },
  }
  const service = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => service.once('close', resolve))
  const baseUrl = await new Promise<string>((resolve) => {
    service.stdout.on('data', (text) => {
      const [, found] = /ready at (\S+)/.exec(String(text)) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  for (let count = 0; count < 10; count++) await (await fetch(`${baseUrl}/readyz`)).text()
  service.kill('SIGTERM')
  await ended
  await sleep(1000)
  collector.kill('SIGTERM')
  await collected
  await rm(folder, { recursive: true, force: true })
  return [...WANTED, ...WANTED_METRICS].filter((wanted) => !printed.includes(wanted))
}

for (const protocol of ['http/protobuf', 'http/json']) {
  const missing = await runOnce(protocol)
  console.log(`${protocol}: ${missing.length === 0 ? 'traces and metrics arrived' : `missing ${missing.join(', ')}`}`)
  if (missing.length > 0) process.exitCode = 1
}
