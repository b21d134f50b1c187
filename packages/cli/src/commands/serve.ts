import { boot, firstRun, readConfig, renewSetUp } from '@rollcall/server'
import { Command } from 'commander'
import { notifySystemd } from '../notify-systemd.ts'
import { sampleSource } from '../sample-source.ts'
import { untilStopped } from '../until-stopped.ts'

const HELP = `
Its settings are environment variables: see rollcall --help. The first start makes an organization and a key, and says how to create
the first administrator. Ctrl+C or SIGTERM stops it.`

export const serveCommand = (): Command =>
  new Command('serve')
    .description('start the service')
    .addHelpText('after', HELP)
    .action(async () => {
      const config = readConfig()
      const stopped = untilStopped()
      await using service = await boot(config, { sampleSource })
      const first = await firstRun(service.db, service.sealer, config.dataDir, service.baseUrl)
      if (first) console.log((process.stdout.isTTY ? firstRunText : firstRunNote)(service.baseUrl, first))
      else console.log(`Rollcall is ready at ${service.baseUrl}`)
      const renewed = first ? undefined : await renewSetUp(service.db, service.sealer, config.dataDir, service.baseUrl)
      if (renewed) console.log(renewedText(process.stdout.isTTY ? renewed.setUpUrl : undefined))
      await notifySystemd('READY=1')
      const signal = await stopped
      await notifySystemd('STOPPING=1')
      // A person at a terminal does not wait for load balancers.
      if (signal === 'SIGTERM') await service.drain()
    })

type FirstRun = NonNullable<Awaited<ReturnType<typeof firstRun>>>

/** A terminal shows the new link; a log that many people read only says where to get it. */
export const renewedText = (setUpUrl: string | undefined): string =>
  setUpUrl === undefined
    ? 'There is no account yet. To get the link that creates the first administrator, valid for 24 hours: npx rollcall org set-up.'
    : `There is no account yet. Create the first administrator within 24 hours:\n\n  ${setUpUrl}\n`

/** For output that may be a stored log: says where the secrets are, without revealing them. */
export const firstRunNote = (baseUrl: string, { organizationId, key, file }: FirstRun) => `
Rollcall is ready at ${baseUrl}

This is its first start. It made organization ${organizationId} and key ${key.id}.
The secret of the key and the link that creates the first administrator are in ${file} (readable only by its owner).
They are not shown here, as this is no terminal. The link works for 24 hours; a new one: npx rollcall org set-up.
`

/** The same for a terminal, which may show secrets. */
export const firstRunText = (baseUrl: string, { organizationId, key, setUpUrl, file }: FirstRun) => `
Rollcall is ready at ${baseUrl}

This is its first start. Make yourself its first administrator, in the browser, within 24 hours:

  ${setUpUrl}

It made one organization and one key, whose secret is shown only now:

  organization  ${organizationId}
  key           ${key.id}
  secret        ${key.secret}

They are also in ${file} (readable by you alone). A first call:

  curl -u ${key.id}:${key.secret} ${baseUrl}/v1/analytics/locations/basic

More keys: npx rollcall keys create --help. Import buildings and people: npx rollcall import --help.
A new link, and accounts without a browser: npx rollcall org set-up, npx rollcall accounts set --help.
`
