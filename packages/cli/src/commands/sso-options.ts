import { findInstance, type OperatorTest, readConfig } from '@rollcall/server'
import type { Command } from 'commander'
import { parseAddress } from '../connection.ts'

export const baseUrlOf = (url: string | undefined): string => {
  const { publicUrl, dataDir } = readConfig()
  return url?.replace(/\/+$/, '') ?? publicUrl ?? findInstance(dataDir)?.baseUrl ?? 'https://rollcall.example.com'
}

export const withOrg = (command: Command): Command =>
  command.option('--org <org>', 'organization, by id or name; not needed if there is only one')

export const withUrl = (command: Command): Command =>
  command.option(
    '--url <url>',
    'address of the service as browsers reach it; by default ROLLCALL_PUBLIC_URL, or the one that it listens on',
    parseAddress,
  )

type Addresses = Pick<OperatorTest, 'redirectUri' | 'postLogoutRedirectUri' | 'backChannelLogoutUri'>

export const addressText = ({ redirectUri, postLogoutRedirectUri, backChannelLogoutUri }: Addresses): string =>
  [
    'Enter at the provider:',
    `  redirect URI         ${redirectUri}`,
    `  after signing out    ${postLogoutRedirectUri}`,
    `  back-channel logout  ${backChannelLogoutUri}`,
  ].join('\n')
