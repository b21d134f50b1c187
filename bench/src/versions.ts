import { readFile } from 'node:fs/promises'
import { version as duckDbVersion } from '@duckdb/node-api'
import { findChromium } from '../../packages/web/test/support/chromium.ts'
import { printed, type Versions } from './circumstances.ts'
import { PEER_FOLDER } from './directus.ts'

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

/** Available after the installation. */
export const directus: VersionOf = async () => {
  const { version } = JSON.parse(await readFile(`${PEER_FOLDER}node_modules/directus/package.json`, 'utf8')) as {
    version: string
  }
  return { Directus: version }
}
