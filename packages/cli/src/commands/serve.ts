import { boot, firstRun, readConfig } from '@rollcall/server'
import { Command } from 'commander'
import { untilStopped } from '../until-stopped.ts'

export const serveCommand = (): Command =>
  new Command('serve').description('start the service (npm start)').action(async () => {
    const config = readConfig()
    const stopped = untilStopped()
    await using service = await boot(config)
    const first = await firstRun(service.db, service.sealer, config.dataDir, service.baseUrl)
    if (first) console.log(firstRunText(service.baseUrl, first))
    else console.log(`Rollcall is ready at ${service.baseUrl}`)
    await stopped
  })

const firstRunText = (baseUrl: string, { organizationId, key, file }: NonNullable<Awaited<ReturnType<typeof firstRun>>>) => `
Rollcall is ready at ${baseUrl}

This is its first start. It made one organisation and one key, whose secret is shown only now:

  organisation  ${organizationId}
  key           ${key.id}
  secret        ${key.secret}

They are also in ${file} (readable by you alone). A first call:

  curl -u ${key.id}:${key.secret} ${baseUrl}/v1/analytics/locations/basic

More keys: npx rollcall keys create --help. Import buildings and people: npx rollcall import --help.
To sign in yourself: npx rollcall accounts set --user YOU@EXAMPLE.COM --create-user --role global-administrator
`
