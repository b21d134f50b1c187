/** How the service notifies browsers of people through the push services of those browsers. */
export interface PushConfig {
  /** Whom a push service may ask about what it gets, as RFC 8292 requires: the address of the web app. */
  readonly contact: string
  /** Whether push services may be on a private network, or reached without HTTPS. */
  readonly isPrivateAllowed: boolean
}

/** Returns undefined if devices are not notified. Browsers subscribe only where the web app is served by HTTPS. */
export const readPushConfig = (
  publicUrl: string | undefined,
  isOn: (name: string, fallback: string) => boolean,
): PushConfig | undefined => {
  const config = { contact: publicUrl ?? '', isPrivateAllowed: isOn('ROLLCALL_PUSH_ALLOW_PRIVATE', 'off') }
  return isOn('ROLLCALL_PUSH', 'on') && config.contact.startsWith('https://') ? config : undefined
}
