import { boot, firstRun, readConfig } from '@rollcall/server'
import { Command } from 'commander'
import { untilStopped } from '../until-stopped.ts'

export const serveCommand = (): Command =>
  new Command('serve').description('start the service (npm start)').action(async () => {
    const config = readConfig()
    const stopped = untilStopped()
    await using service = await boot(config)
    const first = await firstRun(service.db, service.sealer, config.dataDir, service.baseUrl)
    if (first) console.log((process.stdout.isTTY ? firstRunText : firstRunNote)(service.baseUrl, first))
    else console.log(`Rollcall is ready at ${service.baseUrl}`)
    await stopped
  })

type FirstRun = NonNullable<Awaited<ReturnType<typeof firstRun>>>

/** For what may be a log that many read and that is kept: where the secrets are, and none of them. */
export const firstRunNote = (baseUrl: string, { organizationId, key, file }: FirstRun) => `
Rollcall is ready at ${baseUrl}

This is its first start. It made organisation ${organizationId} and key ${key.id}.
The key's secret, and the link that makes the first administrator, are in ${file} (readable by its owner alone).
They are not shown here, as this is no terminal. The link again: npx rollcall org set-up.
`

/** For somebody at a terminal. */
export const firstRunText = (baseUrl: string, { organizationId, key, setUpUrl, file }: FirstRun) => `
Rollcall is ready at ${baseUrl}

This is its first start. Make yourself its first administrator, in the browser:

  ${setUpUrl}

It made one organisation and one key, whose secret is shown only now:

  organisation  ${organizationId}
  key           ${key.id}
  secret        ${key.secret}

They are also in ${file} (readable by you alone). A first call:

  curl -u ${key.id}:${key.secret} ${baseUrl}/v1/analytics/locations/basic

More keys: npx rollcall keys create --help. Import buildings and people: npx rollcall import --help.
The link again, and accounts without a browser: npx rollcall org set-up, npx rollcall accounts set --help.
`
