import { createRequire } from 'node:module'
import { AppError } from '../../platform/errors.ts'

/** What to do where the library was left out: it is an optional dependency, because it takes 8 MB with the certificates it can read. */
const INSTALL_WEBAUTHN = 'Install it next to Rollcall: npm install @simplewebauthn/server.'

const PACKAGE = '@simplewebauthn/server'
let isInstalled: boolean | undefined

/** Whether passkeys can be verified here. It does not load the library. */
export const hasWebAuthn = (): boolean => {
  isInstalled ??= canResolve(PACKAGE)
  return isInstalled
}

const canResolve = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Loads the library on first use. @throws AppError passkeys_unavailable where it is not installed */
export const loadWebAuthn = async (): Promise<typeof import('@simplewebauthn/server')> => {
  try {
    return await import('@simplewebauthn/server')
  } catch (cause) {
    const detail = `This service cannot verify passkeys. Sign in with a password, or ask its operator: ${INSTALL_WEBAUTHN}`
    throw new AppError('passkeys_unavailable', { detail, cause })
  }
}
