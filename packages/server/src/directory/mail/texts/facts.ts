import type { MailKind, Report } from '@rollcall/contract'
import type { Letter } from '../letter.ts'

/** What the text of a mail may mention. */
export interface MailFacts {
  /** How the person is addressed: the first name, else the full or the user name. */
  readonly name: string
  readonly userName: string
  readonly organization: string
  /** The address of the web app. */
  readonly webUrl: string
  /** The link that the mail brings; empty where it brings none. */
  readonly link: string
  /** The report that the mail brings; absent where it brings none. */
  readonly report?: Report
  readonly createdAt: Date
  /** Values that were stored with the mail. */
  readonly details: Readonly<Record<string, string>>
}

type Body = Omit<Letter, 'greeting' | 'reason' | 'unsubscribe'>

/** All mail in one language. */
export interface Texts {
  greeting(name: string): string
  /** Why the person gets it. */
  reason(facts: MailFacts): string
  readonly unsubscribe: string
  readonly kinds: Readonly<Record<MailKind, (facts: MailFacts) => Body>>
}
