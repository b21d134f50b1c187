import { version as duckDbVersion } from '@duckdb/node-api'
import { findChromium } from '../../packages/web/test/support/chromium.ts'
import { printed, type Versions } from './circumstances.ts'

/** Returns the version of a program that a part uses; fails if it is not installed. */
export type VersionOf = () => Promise<Versions>

const numberIn = (text: string): string => /\d+(\.\d+)+/.exec(text)?.[0] ?? text

export const nginx: VersionOf = async () => ({ nginx: numberIn(await printed('nginx', ['-v'])) })

export const psql: VersionOf = async () => ({ psql: numberIn(await printed('psql', ['--version'])) })

export const duckDb: VersionOf = async () => ({ DuckDB: numberIn(duckDbVersion()) })

export const chromium: VersionOf = async () => {
  const { path, env } = await findChromium()
  return { Chromium: numberIn(await printed(path, ['--version', '--no-sandbox'], env)) }
}

export const influxdb: VersionOf = async () => ({ InfluxDB: numberIn(await printed('influxd', ['version'])) })

export const java: VersionOf = async () => ({ Java: numberIn(await printed('java', ['-version'])) })

/** Brings a peer and runs none, so its version is not part of the circumstances. */
export const maven: VersionOf = async () => {
  await printed('mvn', ['-v'])
  return {}
}
