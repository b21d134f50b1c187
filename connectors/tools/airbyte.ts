import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDays } from '../singer/windows.ts'
import { STREAMS, type Stream } from '../streams.ts'
import { type Company, correctDay, erasePerson } from './company.ts'
import { environment } from './install.ts'
import { tryProgram } from './programs.ts'
import type { Steps } from './report.ts'
import { expectEqualRows, linesOf, missingFrom, type Row, readService, streamNamed } from './rows.ts'
import type { Tool } from './tool.ts'

const MANIFEST = fileURLToPath(new URL('../airbyte/manifest.yaml', import.meta.url))
const LOOK_BACK_DAYS = 14
const SPEC = 'from airbyte_cdk.sources.declarative.concurrent_declarative_source import ConcurrentDeclarativeSource as Source'

interface AirbyteStream {
  readonly name: string
  readonly supported_sync_modes: readonly string[]
  readonly default_cursor_field?: readonly string[]
  readonly source_defined_primary_key?: readonly (readonly string[])[]
}

interface Message {
  readonly type: string
  readonly record?: { readonly stream: string; readonly data: Row }
  readonly state?: { readonly stream: { readonly stream_descriptor: { readonly name: string } } }
  readonly catalog?: { readonly streams: readonly AirbyteStream[] }
  readonly connectionStatus?: { readonly status: string; readonly message?: string }
  readonly trace?: { readonly error?: { readonly message: string } }
}

/** The catalog that a connection with all streams has: incremental and deduplicated where possible. */
const configured = (streams: readonly AirbyteStream[]) => ({
  streams: streams.map((stream) => {
    const isIncremental = stream.supported_sync_modes.includes('incremental')
    return {
      stream,
      sync_mode: isIncremental ? 'incremental' : 'full_refresh',
      destination_sync_mode: isIncremental ? 'append_dedup' : 'overwrite',
      cursor_field: stream.default_cursor_field ?? [],
      primary_key: stream.source_defined_primary_key ?? [],
    }
  }),
})

/** A destination that deduplicates by the primary key, and replaces the streams that are read completely. */
const createDestination = () => {
  const tables = new Map<string, Map<string, Row>>()
  return {
    write({ name, key, dataset }: Stream, rows: readonly Row[]): void {
      const kept = dataset.kind === 'directory' ? undefined : tables.get(name)
      const table = kept ?? new Map<string, Row>()
      for (const row of rows) table.set(JSON.stringify(key.map((field) => row[field])), row)
      tables.set(name, table)
    },
    rows: ({ name }: Stream): Row[] => [...(tables.get(name)?.values() ?? [])],
  }
}

const runAirbyte = async ({ step }: Steps, company: Company, program: (name: string) => string): Promise<void> => {
  const { baseUrl, key, administrator, days } = company
  const folder = join(company.folder, 'airbyte')
  await mkdir(folder)
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(content))
    return path
  }
  const config = { base_url: baseUrl, key_id: key.id, key_secret: key.secret, start_date: days.first }

  const call = async (args: readonly string[]): Promise<Message[]> => {
    const { code, stdout, stderr } = await tryProgram(program('source-declarative-manifest'), [
      ...args,
      '--manifest-path',
      MANIFEST,
    ])
    const messages = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Message)
    const errors = messages.flatMap(({ trace }) => trace?.error?.message ?? [])
    if (errors.length > 0 || code !== 0)
      throw new Error(`${args[0]} ended with ${code}: ${errors.join('; ')} ${stderr.slice(-500)}`)
    return messages
  }

  const configFile = await write('config.json', config)
  await step('spec', 'ConcurrentDeclarativeSource(manifest).spec()', async () => {
    const script =
      `${SPEC}\nimport json, logging, sys, yaml\nmanifest = yaml.safe_load(open(sys.argv[1]))\n` +
      `print(json.dumps(Source(catalog=None, config={}, state=[], source_config=manifest).spec(logging.getLogger()).connectionSpecification))`
    const { stdout, stderr } = await tryProgram(program('python'), ['-c', script, MANIFEST])
    const { required } = JSON.parse(stdout.trim().split('\n').at(-1) || '{}') as { required?: string[] }
    if (!required?.includes('base_url')) throw new Error(`The specification lacks base_url: ${stderr.slice(-500)}`)
    return `asks for ${required.join(', ')}`
  })
  const status = async (path: string) =>
    (await call(['check', '--config', path])).find((each) => each.connectionStatus)?.connectionStatus
  await step('check', 'source-declarative-manifest check', async () => {
    const found = await status(configFile)
    if (found?.status !== 'SUCCEEDED') throw new Error(JSON.stringify(found))
    return 'succeeds'
  })
  await step('check with a wrong secret', 'source-declarative-manifest check', async () => {
    const found = await status(await write('wrong.json', { ...config, key_secret: 'wrong' }))
    if (found?.status !== 'FAILED' || !found.message?.includes('401')) throw new Error(JSON.stringify(found))
    return `fails: ${found.message.slice(0, 160)}`
  })

  let catalog = ''
  await step('discover', 'source-declarative-manifest discover', async () => {
    const streams = (await call(['discover', '--config', configFile])).find((each) => each.catalog)?.catalog?.streams ?? []
    const names = streams.map(({ name }) => name).sort()
    if (JSON.stringify(names) !== JSON.stringify(STREAMS.map(({ name }) => name).sort())) throw new Error(`Streams: ${names}`)
    catalog = await write('catalog.json', configured(streams))
    return `${streams.length} streams`
  })

  const destination = createDestination()
  const states = new Map<string, unknown>()
  const read = async (): Promise<number> => {
    const state = states.size > 0 ? ['--state', await write('state.json', [...states.values()])] : []
    const messages = await call(['read', '--config', configFile, '--catalog', catalog, ...state])
    for (const { state } of messages) if (state) states.set(state.stream.stream_descriptor.name, state)
    const records = messages.flatMap(({ record }) => record ?? [])
    for (const stream of STREAMS) {
      destination.write(
        stream,
        records.filter((record) => record.stream === stream.name).map(({ data }) => data),
      )
    }
    return records.length
  }
  const service = (stream: Stream) => readService(administrator, stream, days.first, days.last)
  const compare = async (): Promise<string> => {
    let rows = 0
    for (const stream of STREAMS) rows += expectEqualRows(stream, await service(stream), destination.rows(stream))
    return `${rows} rows of ${STREAMS.length} streams equal the service`
  }

  let all = 0
  await step('read everything', 'source-declarative-manifest read', async () => {
    all = await read()
    return compare()
  })
  await step('a late event, then read with the state', 'source-declarative-manifest read --state state.json', async () => {
    const { day } = await correctDay(company)
    const again = await read()
    if (again >= all) throw new Error(`The second read was not incremental: ${again} records after ${all}.`)
    return `${day} is corrected; ${again} records instead of ${all}; ${await compare()}`
  })
  // Airbyte does not notice deletions: of presence, exactly the rows that the person had before stay.
  await step('a person is erased, then read with the state', 'source-declarative-manifest read --state state.json', async () => {
    const userId = await erasePerson(company)
    await read()
    const stream = streamNamed('presence')
    const copy = linesOf(stream, destination.rows(stream))
    const recent = await readService(administrator, stream, addDays(days.last, 1 - LOOK_BACK_DAYS), days.last)
    const lost = missingFrom(linesOf(stream, recent), copy)
    const kept = missingFrom(copy, linesOf(stream, await service(stream)))
    if (lost.length > 0 || kept.length === 0 || kept.some((line) => !line.includes(userId))) {
      throw new Error(`${lost.length} rows are missing; ${kept.length} rows stay, such as ${kept[0]}`)
    }
    return `${kept.length} presence rows of the person stay, as documented; no others`
  })
}

export const AIRBYTE: Tool = {
  name: 'airbyte',
  about: 'the Airbyte manifest by its CDK: spec, check, discover, read, read with state',
  run: async ({ report, company }) => {
    const airbyte = await environment('airbyte')
    const title = `airbyte-cdk ${airbyte.version('airbyte-cdk')}`
    await report.tool(title, async (steps) => runAirbyte(steps, await company(), airbyte.program))
  },
}
