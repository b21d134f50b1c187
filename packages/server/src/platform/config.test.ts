import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has sensible defaults', () => {
    const { dataDir, ...config } = readConfig({}, {})
    expect(dataDir).toMatch(/\/\.rollcall$/)
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 4600,
      poolSize: 10,
      logLevel: 'info',
      databaseUrl: undefined,
      nightly: true,
      ssoAllowHttp: false,
      push: undefined,
      drainSeconds: 10,
    })
  })

  it.each([
    ['PORT', '65535', 'port', 65_535],
    ['ROLLCALL_POOL_SIZE', '2', 'poolSize', 2],
    ['ROLLCALL_NIGHTLY', 'off', 'nightly', false],
    ['ROLLCALL_READ_AHEAD', 'off', 'readAhead', false],
    ['ROLLCALL_SSO_ALLOW_HTTP', 'on', 'ssoAllowHttp', true],
    ['ROLLCALL_DRAIN_SECONDS', '0', 'drainSeconds', 0],
    ['ROLLCALL_DRAIN_SECONDS', '600', 'drainSeconds', 600],
    ['ROLLCALL_CACHE_MIB', '1', 'cacheMib', 1],
    ['ROLLCALL_REPLICA_MAX_LAG', '3600', 'replicaMaxLag', 3600],
    ['ROLLCALL_ORGANIZATION_SHARE', '25', 'organizationShare', 25],
    ['ROLLCALL_ORGANIZATION_SHARE', '100', 'organizationShare', 100],
    ['ROLLCALL_TRUST_PROXY', '1', 'trustProxy', 1],
    ['ROLLCALL_TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', 'trustProxy', '10.0.0.0/8, 127.0.0.1'],
    ['DATABASE_URL', ' ', 'databaseUrl', undefined],
    ['ROLLCALL_LAKE_DIR', '/data/lake/', 'lake', { kind: 'folder', dir: '/data/lake' }],
    [
      'ROLLCALL_LAKE_S3',
      's3://data.example/a/b/',
      'lake',
      { kind: 's3', bucket: 'data.example', prefix: 'a/b', endpoint: undefined, region: undefined },
    ],
    ['ROLLCALL_LAKE_S3', 's3://data', 'lake', { kind: 's3', bucket: 'data', prefix: '', endpoint: undefined, region: undefined }],
    ['ROLLCALL_PUBLIC_URL', 'http://rollcall.example.com', 'push', undefined],
    [
      'ROLLCALL_PUBLIC_URL',
      'https://rollcall.example.com',
      'push',
      { contact: 'https://rollcall.example.com', isPrivateAllowed: false },
    ],
  ])('reads %s=%s', (name, text, key, value) => {
    expect(readConfig({}, { [name]: text })).toMatchObject({ [key]: value })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['ROLLCALL_POOL_SIZE', '1'],
    ['ROLLCALL_POOL_SIZE', '201'],
    ['ROLLCALL_CACHE_MIB', '0'],
    ['ROLLCALL_REPLICA_MAX_LAG', '3601'],
    ['ROLLCALL_ORGANIZATION_SHARE', '24'],
    ['ROLLCALL_ORGANIZATION_SHARE', '101'],
    ['ROLLCALL_LOG_LEVEL', 'loud'],
    ['ROLLCALL_LAKE_S3', 'https://data.example/a'],
    ['ROLLCALL_LAKE_S3', 's3://'],
    ['ROLLCALL_NIGHTLY', 'never'],
    ['ROLLCALL_DRAIN_SECONDS', '601'],
    ['ROLLCALL_DRAIN_SECONDS', '-1'],
  ])('refuses %s=%s by name', (name, text) => {
    expect(() => readConfig({}, { [name]: text })).toThrow(ConfigError)
    expect(() => readConfig({}, { [name]: text })).toThrow(`${name}=${text}`)
  })

  it('reads the endpoint of a store other than Amazon’s, and rejects one that is not a URL', () => {
    const read = (endpoint: string) =>
      readConfig({}, { ROLLCALL_LAKE_S3: 's3://data/x', ROLLCALL_LAKE_S3_ENDPOINT: endpoint, AWS_REGION: 'eu-central-1' })
    expect(read('http://store:9000').lake).toMatchObject({ endpoint: 'http://store:9000', region: 'eu-central-1' })
    expect(() => read('store:9000')).toThrow('ROLLCALL_LAKE_S3_ENDPOINT=store:9000')
  })

  it('rejects two lakes', () => {
    expect(() => readConfig({}, { ROLLCALL_LAKE_DIR: '/data', ROLLCALL_LAKE_S3: 's3://data' })).toThrow(ConfigError)
  })
})

describe.each([
  ['DATABASE_URL', 'databaseUrl', 'postgres://rollcall:secret@db/rollcall'],
  ['ROLLCALL_REPLICA_URL', 'replicaUrl', 'postgres://rollcall:secret@replica/rollcall'],
  ['ROLLCALL_SECRET_KEY', 'secretKey', 'c2VjcmV0'],
  ['ROLLCALL_METRICS_TOKEN', 'metricsToken', 'token'],
] as const)('%s_FILE', (name, key, secret) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-config-'))
    await writeFile(join(folder, 'secret'), `${secret}\n`)
    await writeFile(join(folder, 'empty'), '\n')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = (file: string, more = {}) => readConfig({}, { [`${name}_FILE`]: join(folder, file), ...more })

  it('is the path of the file that holds the secret', () => {
    expect(read('secret')[key]).toBe(secret)
  })

  it('counts as not set when empty', () => {
    expect(readConfig({}, { [`${name}_FILE`]: '', [name]: secret })[key]).toBe(secret)
  })

  it.each(['missing', 'empty', '.'])('refuses a file that is %s, by name', (file) => {
    expect(() => read(file)).toThrow(ConfigError)
    expect(() => read(file)).toThrow(`${name}_FILE=${join(folder, file)}`)
  })

  it('refuses both variables at once, and shows no secret', () => {
    expect(() => read('secret', { [name]: secret })).toThrow(`${name}_FILE and ${name} are both set: set one of them.`)
  })
})
