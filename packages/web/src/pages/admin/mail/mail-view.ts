export const STATUSES = ['waiting', 'failed', 'sent'] as const
export type MailStatus = (typeof STATUSES)[number]

export interface MailView {
  /** Only mail of this status. */
  readonly status?: MailStatus
}

export const readMailView = ({ status }: Readonly<Record<string, unknown>>): MailView => {
  const known = STATUSES.find((each) => each === status)
  return known ? { status: known } : {}
}
