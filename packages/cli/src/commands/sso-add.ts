import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import {
  ADMINISTRATOR_ROLES,
  type AdministratorRole,
  type ClientAuthentication,
  type IdentityProvider,
  type IdentityProviderCreation,
  LINKS_BY,
  type LinkBy,
} from '@rollcall/contract'
import { loadSso, readConfig } from '@rollcall/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { operateOn } from '../operate.ts'
import { print } from '../output.ts'
import { askClientSecret } from '../password.ts'
import { addressText, baseUrlOf, withOrg, withUrl } from './sso-options.ts'

const names = (given: string): string[] => [...new Set(given.split(/[\s,]+/).filter(Boolean))]

const linksBy = (given: string): LinkBy[] => {
  const ways = given === 'none' ? [] : names(given)
  if (ways.every((way) => LINKS_BY.includes(way as LinkBy))) return ways as LinkBy[]
  throw new InvalidArgumentError(`Choose from ${LINKS_BY.join(', ')}, separated by commas, or none.`)
}

const domain = (given: string, earlier: string[] = []): string[] => {
  if (!/^[a-z0-9][a-z0-9.-]*\.[a-z0-9-]*[a-z0-9]$/i.test(given))
    throw new InvalidArgumentError('Give a domain, such as example.com.')
  return [...new Set([...earlier, given.toLowerCase()])]
}

type RoleMapping = IdentityProvider['roleMappings'][number]

/** `groups=rollcall-admins:global-administrator`; the value may have colons and equals signs. */
const roleMapping = (given: string, earlier: RoleMapping[] = []): RoleMapping[] => {
  const [, claim, value, role] = /^([^=]+)=(.+):([a-z-]+)$/.exec(given) ?? []
  if (!claim || !value || !ADMINISTRATOR_ROLES.includes(role as AdministratorRole)) {
    throw new InvalidArgumentError(`Give CLAIM=VALUE:ROLE with a role of ${ADMINISTRATOR_ROLES.join(', ')}.`)
  }
  return [...earlier, { claim, value, role: role as AdministratorRole }]
}

interface AddOptions {
  label: string
  issuer: string
  clientId: string
  clientSecretStdin?: boolean
  clientSecretPost?: boolean
  privateKey?: string
  publicClient?: boolean
  scopes?: string[]
  userNameClaim?: string
  emailClaim?: string
  linkBy?: LinkBy[]
  domain?: string[]
  createPeople?: boolean
  roleFrom?: RoleMapping[]
  required?: boolean
  signOutThere?: boolean
  org?: string
  url?: string
  json?: boolean
}

/** The secret is read from standard input or asked for, because arguments are visible to other users of the machine. */
const readCredential = async (
  options: AddOptions,
): Promise<{ clientAuthentication: ClientAuthentication; credential?: string }> => {
  if (options.publicClient) return { clientAuthentication: 'none' }
  if (options.privateKey !== undefined) {
    return { clientAuthentication: 'private_key_jwt', credential: await readFile(options.privateKey, 'utf8') }
  }
  const secret = process.stdin.isTTY ? await askClientSecret() : (await text(process.stdin)).replace(/\r?\n$/, '')
  return { clientAuthentication: options.clientSecretPost ? 'client_secret_post' : 'client_secret_basic', credential: secret }
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

const creationOf = async (options: AddOptions): Promise<IdentityProviderCreation> => ({
  label: options.label,
  issuer: options.issuer,
  clientId: options.clientId,
  ...(await readCredential(options)),
  ...given({
    scopes: options.scopes,
    userNameClaim: options.userNameClaim,
    emailClaim: options.emailClaim,
    linksBy: options.linkBy,
    domains: options.domain,
    createsPeople: options.createPeople,
    roleMappings: options.roleFrom,
    isRequired: options.required,
    signsOutThere: options.signOutThere,
  }),
})

export const addCommand = (): Command =>
  withUrl(withOrg(new Command('add')))
    .description('add an identity provider, with which people of the organization sign in (OpenID Connect)')
    .requiredOption('--label <text>', 'text of its button on the sign-in page')
    .requiredOption('--issuer <url>', 'issuer; its /.well-known/openid-configuration describes the provider')
    .requiredOption('--client-id <id>', 'client id that the provider gave')
    .addOption(
      new Option('--client-secret-stdin', 'read the client secret from standard input (the default; a terminal asks for it)'),
    )
    .addOption(new Option('--client-secret-post', 'send the client secret in the body and not in a header'))
    .addOption(
      new Option(
        '--private-key <file>',
        'use a private key (PEM), for Entra with its certificate, and no client secret',
      ).conflicts(['clientSecretStdin', 'publicClient']),
    )
    .addOption(new Option('--public-client', 'use neither: the provider relies on PKCE').conflicts('clientSecretStdin'))
    .option('--scopes <scopes>', 'scopes besides openid, separated by commas (email,profile)', names)
    .option('--user-name-claim <claim>', 'claim with the user name (preferred_username)')
    .option('--email-claim <claim>', 'claim with the e-mail address (email)')
    .option('--link-by <ways>', `how people are found at first: ${LINKS_BY.join(', ')}, or none (verified-email)`, linksBy)
    .option(
      '--domain <domain>',
      'domain of e-mail addresses that may sign in and that find the provider; may be repeated',
      domain,
    )
    .option('--create-people', 'create people who are not known yet')
    .option('--role-from <mapping>', 'CLAIM=VALUE:ROLE gives a role at each sign-in; may be repeated', roleMapping)
    .option('--required', 'turn passwords off, except for break-glass accounts')
    .option('--sign-out-there', 'signing out also signs out at the provider')
    .option('--json', 'print JSON')
    .action(async (options: AddOptions) => {
      const creation = await creationOf(options)
      const added = await operateOn(options.org, async ({ db, sealer }, orgId) => {
        const sso = await loadSso()
        const baseUrl = baseUrlOf(options.url)
        const isHttpAllowed = readConfig().ssoAllowHttp
        const provider = await sso.addIdentityProvider({ db, sealer, orgId, baseUrl, isHttpAllowed }, creation)
        return { ...provider, ...sso.addressesOf(baseUrl, provider.providerId) }
      })
      print(options.json, added, () => {
        const next = `Then test it: rollcall sso test ${added.providerId}`
        return `Added ${added.label} (${added.providerId})\n\n${addressText(added)}\n\n${next}`
      })
    })
