import { DAILY, MIN_POLL_MINUTES } from '@rollcall/loader'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** The location of a copy. */
export interface IntoOptions {
  into: string
  format?: 'parquet' | 'csv' | 'ndjson'
  schema?: string
  force?: boolean
}

const place = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('Give the location of the copy.')
  return text
}

export const addIntoOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--into <where>', 'location of the copy: a file x.duckdb, postgres://…, or a folder')
        .env('ROLLCALL_INTO')
        .argParser(place)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--format <format>', 'format of the files in a folder; parquet by default').choices([
        'parquet',
        'csv',
        'ndjson',
      ]),
    )
    .option('--schema <name>', 'PostgreSQL schema; rollcall by default')

const NAMES = DAILY.map(({ name }) => name)

/** Comma-separated names. */
export const datasets = (text: string): string[] => {
  // Table names have underscores.
  const names = text.split(',').map((name) => name.trim().replaceAll('_', '-'))
  const stranger = names.find((name) => !NAMES.includes(name))
  if (stranger !== undefined)
    throw new InvalidArgumentError(`There is no ${stranger || 'dataset without a name'}: ${NAMES.join(', ')}.`)
  return [...new Set(names)]
}

export const DATASET_NAMES = NAMES.join(', ')

export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }

const MINUTE_MS = 60_000
const UNITS_MS: Partial<Record<string, number>> = { s: 1_000, m: MINUTE_MS, min: MINUTE_MS, h: 3_600_000 }

/** `30m`, `1h`, `1800s`: milliseconds between two polls. */
export const pollInterval = (text: string): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a duration such as 30m or 1h.')
  if (ms < MIN_POLL_MINUTES * MINUTE_MS)
    throw new InvalidArgumentError(`The service asks for at most one poll every ${MIN_POLL_MINUTES} minutes.`)
  return ms
}
