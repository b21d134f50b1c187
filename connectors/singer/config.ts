import { readFile } from 'node:fs/promises'
import type { ClientOptions } from '@rollcall/client'

/** A usage error. Its message is the whole output. */
export class UsageError extends Error {}

export interface TapConfig {
  readonly client: ClientOptions
  /** First day to read; nothing before it ever is. */
  readonly startDate: string
  /** How many of the last days are read again each time, where the service has no change feed for them. */
  readonly lookBackDays: number
}

const AUTH = ['basic', 'hmac', 'client-credentials'] as const

/** @throws UsageError that names where the text is from. */
export const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`)
  }
}

/** @throws UsageError that names the file. */
export const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`${path}: ${error.message}`)
  })
  return parseJson(text, path)
}

export const asObject = (value: unknown, what: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${what}: must be an object`)
  return value as Record<string, unknown>
}

export const asList = (value: unknown, what: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new UsageError(`${what}: must be a list`)
  return value
}

/** Days that no month has are taken for some of the next one by Date. */
const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** @throws UsageError that names the setting. */
export const parseConfig = (json: unknown): TapConfig => {
  const given = asObject(json, 'config')
  const text = (name: string): string => {
    const value = given[name]
    if (typeof value !== 'string' || value === '') throw new UsageError(`config: ${name} is missing`)
    return value
  }
  const startDate = text('start_date').slice(0, 10)
  if (!isDay(startDate)) throw new UsageError('config: start_date must be a day such as 2026-01-01')
  const lookBackDays = Number(given.look_back_days ?? 7)
  if (!Number.isInteger(lookBackDays) || lookBackDays < 1) throw new UsageError('config: look_back_days must be 1 or more')
  const auth = AUTH.find((each) => each === (given.auth ?? 'basic'))
  if (!auth) throw new UsageError(`config: auth must be one of ${AUTH.join(', ')}`)
  const key = { id: text('key_id'), secret: text('key_secret') }
  return { client: { baseUrl: text('base_url'), key, auth }, startDate, lookBackDays }
}
