import { execFile } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { promisify } from 'node:util'
import type pg from 'pg'

/** Versions of the programs involved, by name. */
export type Versions = Readonly<Record<string, string>>

/** Date, machine and commit of the figures of a part. */
export interface Circumstances {
  readonly date: string
  /** Commit of this repository, with a plus sign if there are changes; absent if unknown. */
  readonly commit?: string
  readonly machine: string
  readonly versions: Versions
}

const machine = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`
}

/** The output of a program, stdout and stderr. */
export const printed = async (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const options = { cwd: import.meta.dirname, env: { ...process.env, ...env } }
  const { stdout, stderr } = await promisify(execFile)(program, args, options)
  return `${stdout}${stderr}`.trim()
}

/** Files written by the benchmark itself do not count as changes. */
const WRITTEN = [':/', ':!/bench/results', ':!/bench/profiles']

const commit = async (): Promise<string | undefined> => {
  try {
    const name = await printed('git', ['rev-parse', '--short', 'HEAD'])
    return (await printed('git', ['status', '--porcelain', '--', ...WRITTEN])) === '' ? name : `${name}+`
  } catch {
    // From an unpacked archive, or without git.
    return undefined
  }
}

/** Read before a part is measured, because files may change meanwhile. */
export const circumstancesOf = async (pool: pg.Pool): Promise<Circumstances> => {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  const name = await commit()
  return {
    date: new Date().toISOString().slice(0, 10),
    ...(name === undefined ? {} : { commit: name }),
    machine: machine(),
    versions: { Node: process.version.slice(1), 'embedded PostgreSQL': rows[0]?.server_version ?? '' },
  }
}

/** `Measured on 2026-11-22 of commit 1a2b3c4, on 2 cores (AMD EPYC), 24 GiB, with Node 26.10.0, embedded PostgreSQL 18.1.` */
export const circumstancesText = ({ date, commit: name, machine: where, versions }: Circumstances): string => {
  const listed = Object.entries(versions).map(([program, version]) => `${program} ${version}`)
  const of = name === undefined ? '; the commit was not kept' : ` of commit ${name}`
  return `Measured on ${date}${of}, on ${where}, with ${listed.join(', ')}.`
}
