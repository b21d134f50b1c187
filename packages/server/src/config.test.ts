import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has sensible defaults', () => {
    const { dataDir, ...config } = readConfig({}, {})
    expect(dataDir).toMatch(/\/\.rollcall$/)
    expect(config).toMatchObject({ host: '0.0.0.0', port: 4600, poolSize: 10, logLevel: 'info', databaseUrl: undefined })
  })

  it.each([
    ['PORT', '65535', 'port', 65_535],
    ['ROLLCALL_POOL_SIZE', '2', 'poolSize', 2],
    ['ROLLCALL_TRUST_PROXY', '1', 'trustProxy', 1],
    ['ROLLCALL_TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', 'trustProxy', '10.0.0.0/8, 127.0.0.1'],
    ['DATABASE_URL', ' ', 'databaseUrl', undefined],
  ])('reads %s=%s', (name, text, key, value) => {
    expect(readConfig({}, { [name]: text })).toMatchObject({ [key]: value })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['ROLLCALL_POOL_SIZE', '1'],
    ['ROLLCALL_POOL_SIZE', '201'],
    ['ROLLCALL_LOG_LEVEL', 'loud'],
  ])('refuses %s=%s by name', (name, text) => {
    expect(() => readConfig({}, { [name]: text })).toThrow(ConfigError)
    expect(() => readConfig({}, { [name]: text })).toThrow(`${name}=${text}`)
  })
})
