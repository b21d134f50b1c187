import { setTimeout as delay } from 'node:timers/promises'
import type { IdentityProvider } from '@rollcall/contract'
import { loadSso, type OperatorTest, readConfig } from '@rollcall/server'
import { Command } from 'commander'
import { operateOn } from '../operate.ts'
import { print, table } from '../output.ts'
import { addCommand } from './sso-add.ts'
import { addressText, baseUrlOf, withOrg, withUrl } from './sso-options.ts'

const HEADINGS = ['id', 'label', 'issuer', 'status', 'required', 'people', 'last sign-in', 'last failure']

const rowOf = (provider: IdentityProvider) => [
  provider.providerId,
  provider.label,
  provider.issuer,
  provider.status,
  provider.isRequired ? 'yes' : 'no',
  provider.people,
  provider.lastSignInAt,
  provider.lastFailure === null ? null : `${provider.lastFailureAt}: ${provider.lastFailure}`,
]

const listCommand = (): Command =>
  withOrg(new Command('list'))
    .description('list the identity providers, when people last signed in and why a sign-in last failed')
    .option('--json', 'print JSON')
    .action(async ({ org, json }: { org?: string; json?: boolean }) => {
      const providers = await operateOn(org, async ({ db }, orgId) => (await loadSso()).listIdentityProviders(db, orgId))
      print(json, providers, () => table(HEADINGS, providers.map(rowOf), 'There is no identity provider yet.'))
    })

const MARKS = { passed: 'ok', failed: 'FAILED', warning: 'warning', skipped: 'skipped' } as const

const stepsText = ({ steps }: OperatorTest): string =>
  table(
    ['step', 'result', 'what was found'],
    steps.map(({ step, result, detail }) => [step, MARKS[result], detail]),
    '',
  )

/** Waits until the person has signed in on another device, or the code has expired. */
const waitForDevice = async ({ device, askDevice }: OperatorTest) => {
  if (!device || !askDevice) return undefined
  for (;;) {
    await delay(device.intervalSeconds * 1000)
    const answer = await askDevice()
    if (answer.result !== 'pending') return answer
  }
}

interface TestOptions {
  device?: boolean
  org?: string
  url?: string
  json?: boolean
}

const testCommand = (): Command =>
  withUrl(withOrg(new Command('test')))
    .description('test an identity provider step by step; it says of each step what is wrong, and exits with 1 if one fails')
    .argument('<provider>', 'id or label')
    .option('--device', 'also sign in on another device, if the provider offers it; without it open the address that is printed')
    .option('--json', 'print JSON')
    .action((provider: string, { device, org, url, json }: TestOptions) =>
      operateOn(org, async ({ db, sealer }, orgId) => {
        const place = { db, sealer, orgId, baseUrl: baseUrlOf(url), isHttpAllowed: readConfig().ssoAllowHttp }
        const test = await (await loadSso()).testIdentityProvider(place, provider, device ?? false)
        if (!json) console.log(`${stepsText(test)}\n\n${addressText(test)}\n\n${nextText(test)}`)
        else if (test.device) console.error(nextText(test))
        const answer = await waitForDevice(test)
        const { askDevice: _, ...shown } = test
        if (json) print(json, { ...shown, signIn: answer ?? null }, () => '')
        else if (answer)
          console.log(`sign-in  ${answer.result === 'passed' ? 'ok' : 'FAILED'}  ${answer.detail} ${rolesText(answer.roles)}`)
        if (test.steps.some(({ result }) => result === 'failed') || answer?.result === 'failed') process.exitCode = 1
      }),
    )

const rolesText = (roles: readonly string[]): string => (roles.length > 0 ? `Roles: ${roles.join(', ')}.` : '')

const nextText = ({ device, redirectUri }: OperatorTest): string =>
  device
    ? `Sign in at ${device.verificationUri} with the code ${device.userCode}.`
    : `To sign in with it, open ${redirectUri} in a browser.`

const removeCommand = (): Command =>
  withOrg(new Command('remove'))
    .description('remove an identity provider; sessions of its people end, and the people stay')
    .argument('<provider>', 'id or label')
    .action(async (provider: string, { org }: { org?: string }) => {
      await operateOn(org, async ({ db }, orgId) => (await loadSso()).removeIdentityProvider(db, orgId, provider))
      console.log(`Removed ${provider}`)
    })

export const ssoCommand = (): Command =>
  new Command('sso')
    .description('identity providers, with which people sign in')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(testCommand())
    .addCommand(removeCommand())
