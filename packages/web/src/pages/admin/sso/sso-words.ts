import { t } from '@lingui/core/macro'
import type { ClientAuthentication, LinkBy } from '@rollcall/contract'

/** How the service proves to a provider who it is. */
export const CLIENT_AUTHENTICATION_NAMES: Readonly<Record<ClientAuthentication, string>> = {
  client_secret_basic: t`A client secret, in a header`,
  client_secret_post: t`A client secret, in the body`,
  private_key_jwt: t`A private key`,
  none: t`Nothing but PKCE (public client)`,
}

/** By what people are found at their first sign-in. */
export const LINK_NAMES: Readonly<Record<LinkBy, string>> = {
  'verified-email': t`E-mail address`,
  'user-name': t`User name`,
}
