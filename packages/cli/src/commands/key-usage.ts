import { listKeyUsage } from '@rollcall/server'
import { Command, InvalidArgumentError } from 'commander'
import { operateOn, operateOnAll } from '../operate.ts'
import { print, table } from '../output.ts'

interface UsageOptions {
  org?: string
  days: number
  json?: boolean
}

const days = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 3660) return value
  throw new InvalidArgumentError('Give a whole number from 1 to 3660.')
}

const HEADINGS = ['UTC day', 'key', 'name', 'requests', 'rows', 'bytes (uncompressed)']

export const keyUsageCommand = (): Command =>
  new Command('usage')
    .description('usage of keys per day: requests, rows (events sent or rows read), bytes before compression')
    .argument('[id]', 'only this key')
    .option('--org <org>', 'only keys of this organization')
    .option('--days <n>', 'number of days, including today', days, 30)
    .option('--json', 'print JSON')
    .action(async (keyId: string | undefined, { org, days: back, json }: UsageOptions) => {
      const filter = { keyId: keyId?.toLowerCase(), days: back }
      const usage = await (org === undefined
        ? operateOnAll(({ db }) => listKeyUsage(db, { ...filter, orgId: undefined }))
        : operateOn(org, ({ db }, orgId) => listKeyUsage(db, { ...filter, orgId })))
      const rows = usage.map(({ day, keyId: key, name, requests, rows: count, bytes }) => [
        day,
        key,
        name,
        requests,
        count,
        bytes,
      ])
      print(json, usage, () => table(HEADINGS, rows, 'No key was used on these days.'))
    })
