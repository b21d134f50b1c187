/** Periods of usage, in days. */
export const PERIODS = [30, 90, 366] as const
export type Period = (typeof PERIODS)[number]

export interface KeysView {
  /** Includes revoked keys. */
  readonly show?: 'all'
  /** The form of a new key is open; with the role that is chosen in it, where a page leads to it. */
  readonly create?: true | 'provisioning'
}
export interface KeyView {
  readonly days?: Period
}

type Given = Readonly<Record<string, unknown>>

export const readKeysView = ({ show, create }: Given): KeysView => ({
  ...(show === 'all' ? { show } : {}),
  ...(create === true || create === 'provisioning' ? { create } : {}),
})

export const readKeyView = ({ days }: Given): KeyView => {
  const period = PERIODS.find((known) => known === Number(days))
  return period && period !== PERIODS[0] ? { days: period } : {}
}
