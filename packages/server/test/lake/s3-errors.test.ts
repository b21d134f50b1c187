import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LakeError } from '../../src/warehouse/lake/lake-error.ts'
import type { LakeStorage } from '../../src/warehouse/lake/lake-storage.ts'
import { openBucket } from '../../src/warehouse/lake/s3-storage.ts'

const stack = new AsyncDisposableStack()
let port: number

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'rollcall-s3-'))
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'data' }] })
  port = (await store.run()).port
  stack.defer(() => store.close())
})
afterAll(() => stack.disposeAsync())

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const NONE = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, AWS_PROFILE: undefined }

beforeEach(() => {
  // Nothing that this machine has of its own.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent')
  vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent')
})
afterEach(() => vi.unstubAllEnvs())

interface Situation {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly bucket?: string
  readonly endpoint?: string
}

const open = (
  { env = CREDENTIALS, bucket = 'data', endpoint = `http://127.0.0.1:${port}` }: Situation,
  limits = {},
): Promise<LakeStorage> => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return openBucket({ kind: 's3', bucket, prefix: 'lake', endpoint, region: 'us-east-1' }, limits)
}

/** A store that takes connections and says nothing. */
const openSilent = async (): Promise<string> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A store that refuses everything, in the words of S3. */
const openRefusing = async (code: string): Promise<string> => {
  const server = createHttpServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.\nNever.</Message></Error>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => server.closeAllConnections())
  stack.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each<{ what: string; situation: () => Situation | Promise<Situation>; says: RegExp }>([
  {
    what: 'an unknown key',
    situation: () => ({ env: { ...CREDENTIALS, AWS_ACCESS_KEY_ID: 'x' } }),
    says: /does not know the access key/,
  },
  // The store of these tests checks no signatures of version 4, nor permissions.
  {
    what: 'a wrong secret',
    situation: async () => ({ endpoint: await openRefusing('SignatureDoesNotMatch') }),
    says: /secret key does not belong/,
  },
  {
    what: 'credentials that may not',
    situation: async () => ({ endpoint: await openRefusing('AccessDenied') }),
    says: /^The credentials may not do this in s3:\/\/data\/lake/,
  },
  {
    what: 'no credentials',
    situation: () => ({ env: NONE }),
    says: /^There are no credentials for the lake\. Set AWS_ACCESS_KEY_ID/,
  },
  { what: 'no bucket', situation: () => ({ bucket: 'missing' }), says: /^There is no bucket missing for s3:\/\/missing\/lake/ },
  { what: 'a closed port', situation: () => ({ endpoint: 'http://127.0.0.1:1' }), says: /refuses connections/ },
  {
    what: 'an unknown name',
    situation: () => ({ endpoint: 'http://store.invalid' }),
    says: /is not known to DNS|cannot be reached/,
  },
  { what: 'a port without TLS', situation: () => ({ endpoint: `https://127.0.0.1:${port}` }), says: /does not speak TLS there/ },
  { what: 'silence', situation: async () => ({ endpoint: await openSilent() }), says: /did not answer in time/ },
])('one sentence tells of $what, whatever is done', async ({ what, situation, says }) => {
  const lake = await open(await situation(), what === 'silence' ? { answerMs: 300 } : {})
  const listing = async () => {
    await Array.fromAsync(lake.list('_manifests/'))
  }
  for (const work of [listing, () => lake.get('x'), () => lake.put('x', Buffer.from('x'))]) {
    const error = await work().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(LakeError)
    const { message } = error as LakeError
    expect(message).toMatch(says)
    expect(message).not.toMatch(/\n|S3RVER|Error:/)
  }
})

/** A store that gives two names in an answer: the one of these tests cannot give a part of them. */
const openListing = async (keys: readonly string[]): Promise<string> => {
  const server = createHttpServer(({ url = '' }, response) => {
    const after = new URL(url, 'http://store').searchParams.get('start-after') ?? ''
    const rest = keys.filter((key) => key > after)
    const contents = rest.slice(0, 2).map((key) => `<Contents><Key>${key}</Key><Size>5</Size></Contents>`)
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult><IsTruncated>${rest.length > 2}</IsTruncated>${contents.join('')}</ListBucketResult>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => server.closeAllConnections())
  stack.defer(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('files of a bucket are listed in order from a path on, beyond one answer', async () => {
  const names = ['many/0', 'many/1', 'many/2', 'many/3', 'many/4']
  const lake = await open({ endpoint: await openListing(names.map((name) => `lake/${name}`)) })
  const list = async (after?: string) =>
    (await Array.fromAsync(lake.list('many/', after))).map(({ path, bytes }) => `${path} ${bytes}`)
  expect(await list()).toEqual(names.map((path) => `${path} 5`))
  expect(await list('many/2')).toEqual(['many/3 5', 'many/4 5'])
})

it('a file that is absent from a bucket is no failure', async () => {
  const lake = await open({})
  await lake.put('some/file', Buffer.from('12345'))
  expect((await lake.get('some/file'))?.toString()).toBe('12345')
  expect(await Array.fromAsync(lake.list('some/'))).toEqual([{ path: 'some/file', bytes: 5 }])
  await lake.remove('some/file')
  expect(await lake.get('some/file')).toBeUndefined()
  expect(await Array.fromAsync(lake.list('some/'))).toEqual([])
})
