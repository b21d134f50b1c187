import type { ImportFile } from '@rollcall/contract'

/** The API of this service, for one organization: what a client of it needs. */
export interface SampleApi {
  readonly baseUrl: string
  readonly key: { readonly id: string; readonly secret: string }
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  /** The administrator who asked for the company; null: a key did. */
  readonly userId: string | null
}

/** A company that an organization is filled with to try the service. */
export interface SampleCompany {
  /** Buildings, groups and people, with their plans and bookings. */
  readonly file: ImportFile
  /** The sources that its events come from. */
  readonly sourceIds: readonly string[]
  /** The last day on which its people come. */
  readonly until: string
  /** Sends what happened on days that are over. */
  sendHistory(api: SampleApi, onProgress: (done: number, total: number) => Promise<void>): Promise<void>
  /**
   * Sends what has happened since then, and what people arrange for the next days. The first time, without `since`, that is what has happened
   * today; it also gives the administrator a building if they have none.
   */
  sendUntilNow(api: SampleApi, since?: Date): Promise<void>
}

/** Makes the company of an organization. The same time gives the same company, so that an interrupted making is resumed. */
export type SampleSource = (startedAt: Date) => SampleCompany
