import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { confirm, isCancel } from '@clack/prompts'
import { holdsCopy } from '@rollcall/loader'
import { nearest } from '../nearest.ts'
import { WrongUse } from '../wrong-use.ts'
import type { IntoOptions } from './arguments.ts'
import { openInto } from './run-load.ts'

/**
 * Ensures that there is a copy to update. Otherwise a misspelled name would load the whole history into a new copy. Asks at a
 * terminal. @throws WrongUse
 */
export const assertCopy = async (options: IntoOptions): Promise<void> => {
  if (options.force || (await isCopy(options))) return
  const missing = `There is no copy in ${shown(options.into)}.${await otherCopy(options.into)}`
  if (process.stdin.isTTY && process.stderr.isTTY) {
    const answer = await confirm({
      message: `${missing} Create a new one there, with the whole history?`,
      initialValue: false,
      output: process.stderr,
    })
    if (!isCancel(answer) && answer) return
  }
  throw new WrongUse(
    `${missing} Create one with rollcall load backfill, or add --force to load the whole history into a new one.`,
  )
}

const isCopy = async (options: IntoOptions): Promise<boolean> => {
  await using destination = await openInto(options, { readOnly: true })
  return holdsCopy(destination)
}

/** The destination without the password of a database. */
const shown = (into: string): string => {
  const url = /^postgres(ql)?:/i.test(into) ? URL.parse(into) : null
  return url ? `the PostgreSQL database ${url.host}${url.pathname}` : into
}

/** Suggests another copy in the same folder: the one with the most similar name, or the only one. */
export const otherCopy = async (into: string): Promise<string> => {
  if (/^[a-z]+:\/\//i.test(into)) return ''
  const folder = dirname(into)
  const copies = (await readdir(folder).catch(() => [])).filter(
    (name) =>
      name !== basename(into) && (/\.(duckdb|db)$/i.test(name) || existsSync(join(folder, name, '_rollcall', 'state.duckdb'))),
  )
  const [only] = copies
  if (only !== undefined && copies.length === 1) return ` Did you mean ${join(folder, only)}?`
  const name = nearest(basename(into), copies)
  return name === undefined ? '' : ` Did you mean ${join(folder, name)}?`
}
