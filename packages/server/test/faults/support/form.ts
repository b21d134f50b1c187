/** Everything at full size, which takes minutes; otherwise what continuous integration has time for. */
export const isLong = process.env.ROLLCALL_FAULTS === 'long'

/** Processes are looked at in /proc. */
export const isLinux = process.platform === 'linux'

export const pick = <T>(short: T, long: T): T => (isLong ? long : short)
