#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createClient, RollcallError } from '@rollcall/client'
import { discover, selectStreams } from './catalog.ts'
import { parseConfig, readJson, UsageError } from './config.ts'
import { messagesTo } from './messages.ts'
import { readState } from './state.ts'
import { SyncError, syncAll } from './sync.ts'

const HELP = `Usage: tap-rollcall --config FILE [--catalog FILE] [--state FILE]
       tap-rollcall --discover

Writes the datasets of a workplace data service as Singer messages to standard output.

  -c, --config FILE   JSON: base_url, key_id, key_secret, start_date; optional: look_back_days (7),
                      auth (basic, hmac or client-credentials; basic)
      --catalog FILE  which streams and fields to write, as --discover prints them; all without it
  -s, --state FILE    JSON: the value of the last STATE message; without it, or while
                      the file is missing or empty, from start_date on
  -d, --discover      print the catalog
  -h, --help          print this

Exit status: 0 done, 1 failed, 2 wrong usage.
`

const OPTIONS = {
  config: { type: 'string', short: 'c' },
  catalog: { type: 'string' },
  state: { type: 'string', short: 's' },
  discover: { type: 'boolean', short: 'd' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = () => {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const run = async (): Promise<void> => {
  const { config: configFile, catalog, state, discover: isDiscovery, help } = parse()
  if (help) return void process.stdout.write(HELP)
  if (isDiscovery) return void process.stdout.write(`${JSON.stringify(discover(), null, 2)}\n`)
  if (configFile === undefined) throw new UsageError('--config is missing (--help tells more)')
  const config = parseConfig(await readJson(configFile))
  const streams = selectStreams(catalog === undefined ? undefined : await readJson(catalog))
  const warn = (text: string) => void process.stderr.write(`WARNING ${text}\n`)
  const initial = await readState(state, warn)
  const messages = messagesTo(process.stdout)
  await syncAll({ client: createClient(config.client), config, streams, messages }, warn, initial)
}

// A target that went away is no fault of ours to explain; what it did not keep is written again the next time.
process.stdout.on('error', () => process.exit(1))

try {
  await run()
} catch (error) {
  const isUsage = error instanceof UsageError
  const isKnown = isUsage || error instanceof RollcallError || error instanceof SyncError
  process.stderr.write(`CRITICAL ${isKnown ? error.message : ((error as Error).stack ?? String(error))}\n`)
  process.exitCode = isUsage ? 2 : 1
}
