/** Tells how far a replica is behind, by the clock of this process alone. */
export interface LagGauge {
  /** Notes that everything committed before this time is below the position of the log. */
  wrote(at: number, position: number): void
  /** Notes how much of the log the replica has replayed. */
  replayed(position: number): void
  /** Returns a time before which the replica has every commit, if it is recent enough. */
  asOf(now: number): Date | undefined
  /** Returns how old that time is; undefined if it is not known. */
  seconds(now: number): number | undefined
}

/** The time of the last replayed transaction would not tell: it grows old on a quiet primary, and without a connection to it. */
export const createLagGauge = (maxLagMs: number): LagGauge => {
  let written: { readonly at: number; readonly position: number }[] = []
  let reached: number | undefined
  return {
    wrote(at, position) {
      // After the clock was set back, earlier times are in the future, and would make a replica look current for as long.
      written = [...written.filter((each) => each.at <= at && at - each.at <= maxLagMs), { at, position }]
    },
    replayed(position) {
      reached = written.findLast((each) => each.position <= position)?.at ?? reached
    },
    asOf: (now) => (reached !== undefined && reached <= now && now - reached <= maxLagMs ? new Date(reached) : undefined),
    seconds: (now) => (reached === undefined ? undefined : (now - reached) / 1000),
  }
}
