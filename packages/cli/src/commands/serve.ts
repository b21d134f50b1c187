import { boot, firstRun, readConfig, setUpCode } from '@rollcall/server'
import { Command } from 'commander'
import { setUpLink } from '../set-up-link.ts'
import { untilStopped } from '../until-stopped.ts'

export const serveCommand = (): Command =>
  new Command('serve').description('start the service (npm start)').action(async () => {
    const config = readConfig()
    const stopped = untilStopped()
    await using service = await boot(config)
    const first = await firstRun(service.db, service.sealer, config.dataDir, service.baseUrl)
    if (first) console.log(firstRunText(service.baseUrl, first, setUpCode(service.sealer, first.organizationId)))
    else console.log(`Rollcall is ready at ${service.baseUrl}`)
    await stopped
  })

type FirstRun = NonNullable<Awaited<ReturnType<typeof firstRun>>>

const firstRunText = (baseUrl: string, { organizationId, key, file }: FirstRun, code: string) => `
Rollcall is ready at ${baseUrl}

This is its first start. Make yourself its first administrator, in the browser:

  ${setUpLink(baseUrl, code)}

It made one organisation and one key, whose secret is shown only now:

  organisation  ${organizationId}
  key           ${key.id}
  secret        ${key.secret}

They are also in ${file} (readable by you alone). A first call:

  curl -u ${key.id}:${key.secret} ${baseUrl}/v1/analytics/locations/basic

More keys: npx rollcall keys create --help. Import buildings and people: npx rollcall import --help.
The link again, and accounts without a browser: npx rollcall org set-up, npx rollcall accounts set --help.
`
