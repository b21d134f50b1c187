import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Compile, type Validator } from 'typebox/schema'

const TAP = fileURLToPath(new URL('tap-rollcall.ts', import.meta.url))

export type Message =
  | { type: 'SCHEMA'; stream: string; schema: object; key_properties: string[] }
  | { type: 'RECORD'; stream: string; record: Record<string, unknown>; version?: number }
  | { type: 'STATE'; value: { bookmarks: Record<string, { cursor?: string; day?: string }> } }
  | { type: 'ACTIVATE_VERSION'; stream: string; version: number }

const message = (type: string, properties: object, required: readonly string[]) => ({
  type: 'object',
  required: ['type', ...required],
  properties: { type: { const: type }, ...properties },
  additionalProperties: false,
})

const text = { type: 'string', minLength: 1 }

/** The messages of the Singer specification, and ACTIVATE_VERSION, which targets have added to it. */
const MESSAGE = Compile({
  anyOf: [
    message(
      'SCHEMA',
      { stream: text, schema: { type: 'object', required: ['properties'] }, key_properties: { type: 'array', items: text } },
      ['stream', 'schema', 'key_properties'],
    ),
    message('RECORD', { stream: text, record: { type: 'object' }, version: { type: 'integer' } }, ['stream', 'record']),
    message('STATE', { value: { type: 'object', required: ['bookmarks'] } }, ['value']),
    message('ACTIVATE_VERSION', { stream: text, version: { type: 'integer' } }, ['stream', 'version']),
  ],
})

/** Parses what a tap wrote, and checks each message, and each record against the schema that came before it. */
export const parseMessages = (stdout: string): Message[] => {
  const schemas = new Map<string, Validator>()
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const parsed = JSON.parse(line) as Message
      if (!MESSAGE.Check(parsed)) throw new Error(`No Singer message: ${line}`)
      if (parsed.type === 'SCHEMA') schemas.set(parsed.stream, Compile({ ...parsed.schema, additionalProperties: false }))
      if (parsed.type === 'RECORD') {
        const [isValid, errors] = schemas.get(parsed.stream)?.Errors(parsed.record) ?? [false, 'no SCHEMA before it']
        if (!isValid) throw new Error(`${line}: ${JSON.stringify(errors)}`)
      }
      return parsed
    })
}

export const recordsOf = (messages: readonly Message[], stream: string): Record<string, unknown>[] =>
  messages.flatMap((each) => (each.type === 'RECORD' && each.stream === stream ? [each.record] : []))

export const lastState = (messages: readonly Message[]) =>
  messages.flatMap((each) => (each.type === 'STATE' ? [each.value] : [])).at(-1)

/** A catalog that selects some streams with all of their fields. */
export const select = (...streams: string[]) => ({
  streams: streams.map((name) => ({ tap_stream_id: name, metadata: [{ breadcrumb: [], metadata: { selected: true } }] })),
})

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the tap as a process; each of the given files is written as JSON and named by its option. */
export const runTap = async (files: Record<string, unknown>, options: readonly string[] = []): Promise<Finished> => {
  const folder = await mkdtemp(join(tmpdir(), 'tap-rollcall-'))
  try {
    const args: string[] = [...options]
    for (const [option, content] of Object.entries(files)) {
      const path = join(folder, `${option}.json`)
      await writeFile(path, JSON.stringify(content))
      args.push(`--${option}`, path)
    }
    const child = spawn(process.execPath, [TAP, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        output[name] += chunk
      })
    }
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, ...output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
