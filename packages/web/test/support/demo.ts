import type { AdministratorRole } from '@rollcall/contract'

/** Of everybody who signs in. */
export const PASSWORD = 'correct horse battery staple'

export type Person = AdministratorRole | 'employee' | 'colleague'

/** The service that pages are tried on. */
export interface Demo {
  readonly baseUrl: string
  /** userNames of somebody of each role, and of two employees. */
  readonly people: Readonly<Record<Person, string>>
  /** Of a key that may read and send everything. */
  readonly key: { readonly id: string; readonly secret: string }
}
